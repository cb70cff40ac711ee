// Runs before the first paint, so that a dark page never flashes white. A file of its own, because
// the content security policy allows no inline script.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be forbidden; then the system's choice is taken.
  }
  var dark =
    kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
