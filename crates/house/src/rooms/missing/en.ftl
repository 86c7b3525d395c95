# Where there is no page.
missing = There is no such room
missing-intro = The address may be mistyped, or the table has gone.
missing-back = To the lobby
not-shown = This cannot be shown to you
