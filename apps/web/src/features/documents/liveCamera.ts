/**
 * Whether the browser can show a live camera image. If there is no camera, or the user has denied access, the caller
 * opens a file input instead. The check must be fast: the browser opens the input only shortly after the user's tap.
 */
export async function hasLiveCamera(): Promise<boolean> {
  const { mediaDevices, permissions } = navigator;
  // The API is missing without TLS and in apps whose web view does not expose the camera.
  if (!mediaDevices?.getUserMedia) return false;
  try {
    const devices = await mediaDevices.enumerateDevices();
    if (!devices.some(({ kind }) => kind === 'videoinput')) return false;
    const permission = await permissions?.query({ name: 'camera' }).catch(() => null);
    return permission?.state !== 'denied';
  } catch {
    return false;
  }
}
