/** Where a new password is chosen. The link is behind the number sign: no server, proxy or Referer header sees it. */
export const resetPath = (link: string | undefined): string =>
  `/auth/forgot-password${link === undefined ? '' : `#reset=${link}`}`;
