# The draw on a big screen.
draw-clock = Time left
draw-mix-label = A text of yours, such as a headline of today
draw-mix-go = Hold the draw
draw-back = To the terms
draw-full = Full screen
draw-nobody = nobody
draw-phase-open = Entries close in
draw-phase-closed = The draw is in
draw-phase-due = The draw is due. Two people make it ready.
draw-phase-ready = The draw is ready. It waits for a text from anybody outside.
draw-phase-ready-overseen = The draw is ready. It waits for the scrutineer's text.
draw-phase-drawn = Drawn
draw-phase-postponed = Postponed
draw-phase-cancelled = The draw was cancelled
