# Approvals at a console.
approvals-title = Approvals at { $name }
approvals-intro = What takes two people waits here. Whoever approves gives their own name and PIN, and sees what would follow.
approvals-back = To the console
approvals-none = Nothing waits.
approvals-proposed = { $name } proposes (no. { $number }): { $why }
approvals-choose = Approve here
approvals-name = Name of whoever approves
approvals-pin = Their own PIN
approvals-look = Show what would follow
approvals-follows = What would follow
approvals-approve = Approve this
approvals-leave = Leave it
approvals-done = Approved.
approvals-lost = The house could not be reached. Nothing was approved.
