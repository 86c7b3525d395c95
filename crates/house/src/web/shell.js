// What every page can do: sign out, and stand without bar and foot in a frame of the house's own.

if (window.top !== window) document.documentElement.classList.add('in-frame');

// Where the rooms do not all fit beside each other, the one that is on is in sight.
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });

// The other language shows the page as it is by now: what was chosen or searched on it since it came is in its address.
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a.language'))) {
  link.addEventListener('click', () => {
    const here = new URL(location.href);
    here.searchParams.set('lang', link.hreflang);
    link.href = here.href;
  });
}

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', async () => {
    await fetch('/api/v1/session', { method: 'DELETE', credentials: 'same-origin' });
    location.assign('/');
  });
}
