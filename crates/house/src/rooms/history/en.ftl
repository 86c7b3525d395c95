# Own history.
history-title = Coups at table { $name }
history-told = Newest first. Your own wagers are shown with what became of them and why.
history-mine = Only coups with my wagers
history-more = Older coups
history-none = No coup has been played yet.
history-coup = Coup { $coup }
history-shoe = shoe { $shoe }
history-no-wager = You had no wager.
history-void = Void
history-no-bet = No-bet coup
history-total = Together { $amount }
history-back = Back to the table
