# The sign of a table.
sign-title = Sign of table { $name }
sign-last = Last coup
sign-clock = Place your wagers
sign-closed = No more bets
sign-notices = Notices
sign-back = To the table
sign-lost = No connection
sign-full = Full screen
