/** The nonce of this page. The content security policy allows style elements that have it. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Every Mantine dialog uses react-remove-scroll, which reads the nonce from this global (package get-nonce). */
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
