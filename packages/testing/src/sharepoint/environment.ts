/** An app registration and a site that exist only in the double. */
export const SHAREPOINT_APP = {
  tenantId: '11111111-2222-4333-8444-555555555555',
  clientId: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  clientSecret: 'development-only-secret',
};
export const SHAREPOINT_SITE = 'https://contoso.sharepoint.com/sites/Lending';

export const graphEnvironment = (at: number): Record<string, string> => ({
  GRAPH_API_URL: `http://127.0.0.1:${at}/v1.0`,
  GRAPH_LOGIN_URL: `http://127.0.0.1:${at}/login`,
});
