/**
 * Writes the operator's support address into the page itself, so that a page that failed to load its data can still
 * show it. The address contains no character that HTML escapes (SUPPORT_EMAIL in platform/config-operator.ts).
 */
const ERRORS_META = /(<meta name="error-reports" content=")[^"]*(")/;

/** Whether pages send their errors; off if no service receives them. */
export const withErrorReports = (html: string, isOn: boolean): string =>
  html.replace(ERRORS_META, `$1${isOn ? 'on' : 'off'}$2`);

const SUPPORT_META = /(<meta name="support-email" content=")[^"]*(")/;

export const withSupportEmail = (html: string, address: string): string =>
  html.replace(SUPPORT_META, (_, before: string, after: string) => before + address + after);

const OFFICE_META = /(<meta name="office-editor" content=")[^"]*(")/;

/** Whether pages offer to edit office documents in the browser, which needs an office server. */
export const withOfficeEditor = (html: string, isThere: boolean): string =>
  html.replace(OFFICE_META, `$1${isThere ? 'on' : 'off'}$2`);
