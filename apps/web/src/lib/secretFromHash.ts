/** What a link from an email carries behind the number sign: `#token=…`. The browser sends it to no server. */
export function secretFromHash(hash: string, name: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name) ?? undefined;
}
