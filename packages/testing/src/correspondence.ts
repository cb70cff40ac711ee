/** A loan with members who write to each other, and a user who is not on the loan. */
import type { Message, Thread } from '@cairn/contract';
import type { Account, Company, Loan } from './factories/test-data.ts';
import type { TestServer } from './server.ts';

export interface Correspondent {
  account: Account;
  as: { token: string };
}

export interface NewMessage {
  threadId?: string;
  userIds?: string[];
  subject?: string;
  body: string;
}

/** Dana is the lender on the loan and Marcus works with her; Elena and Jonas are borrowers. */
export async function correspondence(server: TestServer) {
  const { given } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery LLC' });

  const colleague = async (name: string, of: Company = company): Promise<Correspondent> => {
    const account = await given.employee(of, { givenName: name, familyName: 'Lender' });
    return {
      account,
      as: { token: await given.session(account, { roleLevel: 'LENDER', company: of }) },
    };
  };
  const borrower = async (name: string, on: Loan = loan): Promise<Correspondent> => {
    const account = await given.account({ givenName: name, familyName: 'Marsh' });
    await given.role(on, account, 'BORROWER');
    return { account, as: { token: await given.session(account, { roleLevel: 'BORROWER' }) } };
  };
  const write = (by: Correspondent, body: NewMessage) =>
    server.call('sendMessage', { body: { loanId: loan.id, ...body } }, by.as);
  const begin = async (
    by: Correspondent,
    to: Correspondent[],
    body = 'Good morning',
  ): Promise<Message> => {
    const reply = await write(by, { userIds: to.map(({ account }) => account.id), body });
    if (reply.status !== 200) throw new Error(`not sent: ${reply.text}`);
    return reply.body;
  };

  const dana = await colleague('Dana');
  await given.role(loan, dana.account, 'LENDER');
  return {
    company,
    loan,
    dana,
    marcus: await colleague('Marcus'),
    elena: await borrower('Elena'),
    jonas: await borrower('Jonas'),
    stranger: await borrower('Noor', await given.loan(await given.phase(await given.company()))),
    colleague,
    borrower,
    write,
    begin,
    answer: (by: Correspondent, { messageThread }: Message, body: string) =>
      write(by, { threadId: messageThread.id, body }),
    threads: async (of: Correspondent, query = {}): Promise<Thread[]> =>
      (await server.call('listThreads', { query }, of.as)).body.threads,
    unread: async (of: Correspondent, query = {}): Promise<number> =>
      (await server.call('countUnreadMessages', { query }, of.as)).body.count,
  };
}
export type Correspondence = Awaited<ReturnType<typeof correspondence>>;
