# The door.
signin-title = Sign in
signin-name = Name
signin-password = Password
signin-go = Sign in
signin-going = Signing in …
signin-link-go = Come in
signin-link-told = A link of the demonstration house lets you in without a password.
signin-guest = Play as a guest
signin-guest-told = The demonstration house has a place for everyone: you get a name and play chips.
signin-refused-wrong-password = Name or password is wrong.
signin-refused-locked = Too many wrong passwords. This name is locked for a while.
signin-refused-too-many = Too many attempts. Wait a moment and try again.
signin-refused = That did not work.
signin-factor = Second factor, six digits (staff)
