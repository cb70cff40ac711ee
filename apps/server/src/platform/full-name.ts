/** A person's first and last name as one text; empty where neither is known. */
export const fullName = (givenName?: string | null, familyName?: string | null): string =>
  [givenName, familyName].filter(Boolean).join(' ');
