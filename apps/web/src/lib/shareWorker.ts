/**
 * Registers the service worker that receives files from the phone's share sheet once the app is installed. It does not
 * control the pages of the app.
 */
export function registerShareWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/share-worker.js', { scope: '/share-files' })
    .catch((failure: unknown) => console.warn('files cannot be shared with this app', failure));
}
