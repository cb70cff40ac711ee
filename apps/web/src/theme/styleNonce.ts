/** The nonce of this page: style elements that carry it are allowed by the content security policy. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** react-remove-scroll, under every Mantine dialog, asks for it by this name (package get-nonce). */
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
