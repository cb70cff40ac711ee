/**
 * Reads a secret from the fragment of a link in an email (`#token=…`). Browsers do not send the fragment to any server.
 */
export function secretFromHash(hash: string, name: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name) ?? undefined;
}
