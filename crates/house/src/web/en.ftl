# What stands around every page.
house = Croupier
skip = Skip to the content
nav-label = Rooms
nav-lobby = Lobby
nav-library = Rule library
nav-shoes = Shoes
nav-reports = Reports
nav-people = People
nav-pit = Pit
nav-watch = Watching
nav-policy = If something interrupts play
nav-api = For programs
sign-in = Sign in
sign-out = Sign out
foot-demonstration = Play by the book. Chips at a demonstration house are worth nothing.
needs-script = This room needs JavaScript. The rule library can be read without it.
