/**
 * Whether this browser can show what its camera sees. Without a camera, or where the person refused it once, the file
 * field asks the device for a photo instead. Fast enough for the field to open within the same tap.
 */
export async function hasLiveCamera(): Promise<boolean> {
  const { mediaDevices, permissions } = navigator;
  // Absent without TLS, and inside applications that do not pass the camera on.
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
