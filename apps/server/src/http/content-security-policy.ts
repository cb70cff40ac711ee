/** What a page of ours may load and do. */

/**
 * No inline script, and no inline style without the nonce of its own response. Styles that scripts set on
 * elements (`element.style`) are not inline styles to a browser and need none.
 */
export const contentSecurityPolicy = (
  storeOrigin: string,
  styleNonce?: string,
  /** Pages show an office server in a frame, and send it the token for one document. */
  officeOrigin?: string,
): string =>
  [
    "default-src 'self'",
    styleNonce ? `style-src 'self' 'nonce-${styleNonce}'` : "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${storeOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    officeOrigin ? `form-action 'self' ${officeOrigin}` : "form-action 'self'",
    ...(officeOrigin ? [`frame-src ${officeOrigin}`] : []),
  ].join('; ');

/** The worker that reads barcodes: vite.config.ts gives its file this name, and no other. Compressed too. */
const BARCODE_WORKER = /\/assets\/barcode-worker-[\w-]+\.js(?:\.br|\.gz)?$/;

/**
 * WebAssembly for one script. A worker has the policy of its own response, not that of the page that starts it: this
 * one may compile what it loads from our origin, and can neither reach another origin nor start another script.
 */
const WASM_WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

/** The policy of a file that has one of its own; all others have that of our pages. */
export const contentSecurityPolicyOf = (path: string): string | undefined =>
  BARCODE_WORKER.test(path) ? WASM_WORKER_POLICY : undefined;

/** Powers of the browser that no page of ours uses. A script that got in could not use them either. */
const UNUSED_POWERS = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
export const PERMISSIONS_POLICY = UNUSED_POWERS.map((power) => `${power}=()`).join(', ');

/** Pages whose visitors have no account photograph nothing: their files come from a file field. */
const WITHOUT_CAMERA = /^\/(?:anonymous|unsubscribe)(?:[/?]|$)/;

/**
 * Only a page can show the live camera, and only to our own origin: no frame in it, no answer of a call and no file. A
 * person who logs in stays on the same page, so the log-in page has it too.
 */
export const permissionsPolicyOf = (url: string): string =>
  WITHOUT_CAMERA.test(url)
    ? PERMISSIONS_POLICY
    : PERMISSIONS_POLICY.replace('camera=()', 'camera=(self)');
