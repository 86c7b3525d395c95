# What happens when something interrupts play. The house's own policy is in English; what it says in other languages
# stands in their files as policy-then-….
policy-title = If something interrupts play
policy-full = The policy as data
policy-when-connection-lost = Your connection is lost
policy-when-no-answer-to-a-wager = No answer to a wager came
policy-when-house-stops-while-betting = The house stops while wagers are made
policy-when-house-stops-in-mid-coup = The house stops in mid-coup
policy-when-patron-does-not-answer = Somebody is asked and does not answer
policy-when-sealed-shoe-lost = The sealed shoe cannot go on
policy-when-disk-full-or-failed = The disk is full or fails
policy-when-patron-leaves = You leave the table
