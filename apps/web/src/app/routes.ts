/** Every address of the application, once. */
export const routes = {
  home: '/',
  lenderHome: '/lender',
  login: '/auth/login',
  signup: '/auth/signup',
  forgotPassword: '/auth/forgot-password',
  newPassword: '/auth/new-password',
  passwordUpdated: '/auth/password-updated',
  loanPhase: '/loans/phases/$phase',
  loan: '/loans/$loanId',
  profile: '/user/profile',
} as const;

/** Only a path of this site may be returned to: "//elsewhere" would be another host. */
export function safeReturn(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : routes.home;
}
