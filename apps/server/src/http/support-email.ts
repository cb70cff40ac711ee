/**
 * The operator's support address in the page itself: a page that failed to load its data can still name it. The address
 * contains no character that HTML escapes (SUPPORT_EMAIL in platform/config-operator.ts).
 */
const SUPPORT_META = /(<meta name="support-email" content=")[^"]*(")/;

export const withSupportEmail = (html: string, address: string): string =>
  html.replace(SUPPORT_META, (_, before: string, after: string) => before + address + after);
