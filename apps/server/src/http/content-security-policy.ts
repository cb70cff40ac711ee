/** What our own pages may load and do. */

/**
 * The Content-Security-Policy of a page. No inline script, and no inline style without the nonce of its own response.
 * Styles that scripts set on elements (`element.style`) are not inline styles and need no nonce.
 */
export const contentSecurityPolicy = (
  storeOrigin: string,
  styleNonce?: string,
  /** Pages show the office server in a frame and post it the token for one document. */
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

/** The worker that reads barcodes, also precompressed; vite.config.ts gives only its file this name. */
const BARCODE_WORKER = /\/assets\/barcode-worker-[\w-]+\.js(?:\.br|\.gz)?$/;

/**
 * Allows WebAssembly in one script. A worker has the policy of its own response, not that of the page that starts it:
 * this one may compile what it loads from our origin, and can neither reach another origin nor start another script.
 */
const WASM_WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

/** The policy of a file that has its own; other files have the policy of our pages. */
export const contentSecurityPolicyOf = (path: string): string | undefined =>
  BARCODE_WORKER.test(path) ? WASM_WORKER_POLICY : undefined;

/** Browser features that none of our pages uses, denied so that an injected script cannot use them either. */
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

/** Pages for visitors without an account do not use the camera: their files come from a file field. */
const WITHOUT_CAMERA = /^\/(?:anonymous|unsubscribe)(?:[/?]|$)/;

/**
 * The Permissions-Policy of a response. Only a page may use the live camera, and only for our own origin: not its
 * frames, API replies or files. Logging in does not load a new page, so the log-in page may use it too.
 */
export const permissionsPolicyOf = (url: string): string =>
  WITHOUT_CAMERA.test(url)
    ? PERMISSIONS_POLICY
    : PERMISSIONS_POLICY.replace('camera=()', 'camera=(self)');
