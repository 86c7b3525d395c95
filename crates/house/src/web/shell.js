// What every page can do: sign out.

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', async () => {
    await fetch('/api/v1/session', { method: 'DELETE', credentials: 'same-origin' });
    location.assign('/');
  });
}
