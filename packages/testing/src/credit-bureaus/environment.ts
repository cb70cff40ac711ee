/** Environment variables with which the product uses the double; the credentials work nowhere else. */
export const creditEnvironment = (at: number): Record<string, string> => ({
  CREDIT_SERVICES: 'clear,transunion',
  CLEAR_API_URL: `http://127.0.0.1:${at}/clear/api`,
  CLEAR_TOKEN_URL: `http://127.0.0.1:${at}/clear/token`,
  CLEAR_CLIENT_ID: 'development-only-client',
  CLEAR_CLIENT_SECRET: 'development-only-secret',
  TRANSUNION_API_URL: `http://127.0.0.1:${at}/transunion`,
  TRANSUNION_SYSTEM_ID: 'CAIRN',
  TRANSUNION_SYSTEM_PASSWORD: 'development-only-password',
  TRANSUNION_INDUSTRY_CODE: 'B',
  TRANSUNION_MEMBER_CODE: '01234567',
  TRANSUNION_PREFIX_CODE: '0622',
  TRANSUNION_SUBSCRIBER_PASSWORD: 'development-only-subscriber',
  TRANSUNION_TEST: 'true',
});
