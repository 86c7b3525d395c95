# Where somebody sets their own secrets.
enrol-title = Enrol
enrol-lead = Two people have let you in. One gave you a link, the other a code: with both you set your own password and second factor.
enrol-lost = No connection to the house.
enrol-link = The part after “link=” of the link you were given
enrol-code = The code you were given
enrol-begin = Go on
enrol-factor-how = Add this secret to the authenticator program on a device of your own, then write the six digits it shows.
enrol-factor-open = Open it in an authenticator program on this device
enrol-digits = The six digits it shows
enrol-password = Your new password, at least 12 characters
enrol-again = The same again
enrol-set = Set them
enrol-differ = The two passwords are not the same.
enrol-done = Done. Nobody else knows your password.
enrol-sign-in = Sign in
enrol-role-player = player
enrol-role-dealer = dealer
enrol-role-supervisor = supervisor
enrol-role-manager = manager
enrol-role-surveillance = surveillance
enrol-role-inspector = inspector
