// A slip: the printer. Its times are written by the house, by its own clocks.

document.querySelector('[data-print]')?.addEventListener('click', () => print());
