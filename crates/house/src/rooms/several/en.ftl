# Several tables side by side.
several-title = Several tables
several-welcome = Tables side by side
several-choose = Tables to show
several-most = At most { $most } at a time. Each is a table of its own: what you bet at one does nothing at another.
several-none = Choose a table above.
several-of = { $name }, live
several-alone = Open alone
several-link = Several tables side by side
