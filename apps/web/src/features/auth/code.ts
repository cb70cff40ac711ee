import { CODE_LENGTH } from '@cairn/contract/constants';

/** Formats a typed or pasted code as the email shows it: XXXX-XXXX. */
export function formatCode(text: string): string {
  const signs = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, CODE_LENGTH);
  return signs.length > 4 ? `${signs.slice(0, 4)}-${signs.slice(4)}` : signs;
}
