/** The steps of an invited person, by the link from the email or logged in. */
import type { TestServer } from './server.ts';

/** A link as an email contains it. */
export interface Link {
  id: string;
  token: string;
}

export const FIRST_PASSWORD = 'three stones and a trail';

type Sign = (
  secretKey: string,
  row: { id: string; email_address: string; stamp: string },
) => string;

/** `server` is a function, because the server starts after the test file has loaded. */
export const invitationSteps = (server: () => TestServer, sign: Sign) => ({
  /** Signs a link as the server does, for invitations that were never emailed. */
  linkOf: (invitation: { id: string; emailAddress: string; stamp: string }): Link => ({
    id: invitation.id,
    token: sign(server().config.secretKey, {
      id: invitation.id,
      email_address: invitation.emailAddress,
      stamp: invitation.stamp,
    }),
  }),
  validate: ({ id, token }: Link) =>
    server().call('validateAction', { query: { id, data: JSON.stringify({ token }) } }),
  accept: (link: Link, over: object = {}) =>
    server().call('acceptInvitation', {
      body: { ...link, givenName: 'Ada', familyName: 'Moss', password: FIRST_PASSWORD, ...over },
    }),
  answer: (id: string, action: 'ACCEPT' | 'DECLINE', token: string) =>
    server().call('doAction', { body: { id, data: { action } } }, { token }),
  employeesOf: async (companyId: string): Promise<string[]> => {
    const { rows } = await server().owner.query<{ account_id: string }>(
      'select account_id from cairn.employee where company_id = $1',
      [companyId],
    );
    return rows.map((row) => row.account_id);
  },
});
