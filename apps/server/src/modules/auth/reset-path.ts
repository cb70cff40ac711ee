/**
 * The page on which a new password is chosen. The link is in the fragment, which no server, proxy or Referer header
 * sees.
 */
export const resetPath = (link: string | undefined): string =>
  `/auth/forgot-password${link === undefined ? '' : `#reset=${link}`}`;
