// Written by npm run generate from packages/contract/src. Do not edit.
import type { CallName, Method, Tag } from '../src/index.ts';

export interface BrowserCall {
  readonly method: Method;
  readonly path: string;
  readonly shows: readonly Tag[];
  readonly changes: readonly Tag[];
  readonly silent: boolean;
}

export const calls: Record<CallName, BrowserCall> = {
  login: {"method":"POST","path":"/v1/noauth/login","shows":[],"changes":["session"],"silent":true},
  logout: {"method":"POST","path":"/auth/logout","shows":[],"changes":["session"],"silent":false},
  logoutAddress: {"method":"GET","path":"/auth/logout","shows":[],"changes":[],"silent":false},
  isAuthenticated: {"method":"GET","path":"/v1/auth/isAuthenticated","shows":["session"],"changes":[],"silent":true},
  updateCookieTimeout: {"method":"PUT","path":"/v1/auth/updateCookieTimeout","shows":[],"changes":[],"silent":true},
  getLoggedUser: {"method":"GET","path":"/v2/users/loggedUser","shows":["session"],"changes":[],"silent":true},
  getVersion: {"method":"GET","path":"/v1/noauth/version","shows":[],"changes":[],"silent":true},
  signup: {"method":"POST","path":"/v1/noauth/signup","shows":[],"changes":[],"silent":true},
  confirmSignup: {"method":"POST","path":"/v1/noauth/confirmSignup","shows":[],"changes":[],"silent":true},
  resendConfirmationCode: {"method":"POST","path":"/v1/noauth/resendConfirmationCode","shows":[],"changes":[],"silent":true},
  loginWithConfirmCode: {"method":"POST","path":"/v1/noauth/loginWithConfirmCode","shows":[],"changes":["session"],"silent":true},
  forgotPassword: {"method":"POST","path":"/v1/noauth/forgotPassword","shows":[],"changes":[],"silent":true},
  confirmForgotPassword: {"method":"POST","path":"/v1/noauth/confirmForgotPassword","shows":[],"changes":[],"silent":true},
  newPassword: {"method":"POST","path":"/v1/noauth/newPassword","shows":[],"changes":[],"silent":true},
  changePassword: {"method":"POST","path":"/v1/auth/changePassword","shows":[],"changes":[],"silent":true},
  adminResetPassword: {"method":"POST","path":"/v1/auth/adminResetPassword","shows":[],"changes":[],"silent":false},
  listPossibleGroupRoles: {"method":"GET","path":"/v1/auth/listPossibleGroupRoles","shows":["session"],"changes":[],"silent":false},
  setLoggedRole: {"method":"PUT","path":"/v1/auth/setLoggedRole/{roleLevel}","shows":[],"changes":["session","loan","loanList","element","document","phase"],"silent":false},
  resetLoggedRole: {"method":"PUT","path":"/v1/auth/resetLoggedRole","shows":[],"changes":["session","loan","loanList","element","document","phase"],"silent":false},
  getUserSettings: {"method":"GET","path":"/v1/auth/userSettings","shows":["settings"],"changes":[],"silent":false},
  updateUserSettings: {"method":"PUT","path":"/v1/auth/userSettings","shows":[],"changes":["settings"],"silent":false},
  getFePreference: {"method":"GET","path":"/v1/fepreference/{key}","shows":["preference"],"changes":[],"silent":true},
  setFePreference: {"method":"POST","path":"/v1/fepreference/{key}","shows":[],"changes":["preference"],"silent":false},
  listTimezones: {"method":"GET","path":"/v1/auth/timezones","shows":[],"changes":[],"silent":false},
  updateOwnProfile: {"method":"POST","path":"/v1/auth/update","shows":[],"changes":["session","loan","loanList","element","document"],"silent":false},
  getJavascriptConstants: {"method":"GET","path":"/v1/javascriptConstants","shows":["session"],"changes":[],"silent":true},
  getFrontendKeys: {"method":"GET","path":"/v2/frontend/keys","shows":[],"changes":[],"silent":true},
  listPhases: {"method":"GET","path":"/v1/lenders/{companyId}/phases","shows":["phase"],"changes":[],"silent":false},
  viewLoans: {"method":"GET","path":"/v1/loans/view","shows":["loanList"],"changes":[],"silent":false},
  getLoan: {"method":"GET","path":"/v1/loans/{id}","shows":["loan"],"changes":[],"silent":false},
  pinLoan: {"method":"PUT","path":"/v1/loans/{id}/pin","shows":[],"changes":["loanList","loan"],"silent":false},
  unpinLoan: {"method":"PUT","path":"/v1/loans/{id}/unpin","shows":[],"changes":["loanList","loan"],"silent":false},
  listElements: {"method":"GET","path":"/v2/loanmanager/{id}/elements","shows":["element","document"],"changes":[],"silent":false},
  answerElement: {"method":"POST","path":"/v2/loanmanager/elements/answer","shows":[],"changes":["element","loan","loanList"],"silent":false},
  getUploadUrl: {"method":"GET","path":"/v1/documents/uploadUrlFor","shows":[],"changes":[],"silent":false},
  createDocument: {"method":"POST","path":"/v1/documents","shows":[],"changes":["document"],"silent":false},
  getDocumentWithDownloadUrl: {"method":"GET","path":"/v1/documents/{id}/withDownloadUrl","shows":[],"changes":[],"silent":false},
  downloadDocument: {"method":"GET","path":"/v1/documents/{id}/download","shows":[],"changes":[],"silent":false},
  streamEvents: {"method":"GET","path":"/v1/events","shows":[],"changes":[],"silent":true},
};
