// What every page can do: sign out, and stand without bar and foot in a frame of the house's own.

if (window.top !== window) document.documentElement.classList.add('in-frame');

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', async () => {
    await fetch('/api/v1/session', { method: 'DELETE', credentials: 'same-origin' });
    location.assign('/');
  });
}
