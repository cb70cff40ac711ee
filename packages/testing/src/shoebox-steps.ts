/** A loan with people who use its shoebox, and their steps. */
import type { Contract, RequestOf } from '@cairn/contract';
import type { Account, Company, Loan } from './factories/test-data.ts';
import type { TestServer } from './server.ts';

export interface LoggedInUser {
  account: Account;
  token: string;
}

export interface ShoeboxScene {
  company: Company;
  loan: Loan;
  /** The lender on the loan. */
  dana: LoggedInUser;
  /** The owner of the company. */
  owner: LoggedInUser;
  /** The two borrowers. */
  elena: LoggedInUser;
  jonas: LoggedInUser;
}

export async function shoeboxScene({ given }: TestServer): Promise<ShoeboxScene> {
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const dana = await given.colleague(company);
  await given.role(loan, dana.account, 'LENDER');
  return {
    company,
    loan,
    dana,
    owner: await given.colleague(company, 'OWNER'),
    elena: await given.borrower(loan, 'LEAD_BORROWER'),
    jonas: await given.borrower(loan),
  };
}

type Change = RequestOf<Contract['updateShoeboxItems']>['body']['items'][number];

export function shoeboxSteps(server: TestServer) {
  const list = (who: LoggedInUser, loan: Loan, query: object = {}) =>
    server.call('listLoanShoebox', { query: { loanId: [loan.id], ...query } }, who);
  return {
    list,
    titles: async (who: LoggedInUser, loan: Loan, query: object = {}): Promise<string[]> =>
      (await list(who, loan, query)).body.items.map(({ title }) => title),
    everything: (who: LoggedInUser, query: Record<string, string> = {}) =>
      server.call('listLenderShoebox', { query }, who),
    get: (who: LoggedInUser, id: string) => server.call('getShoeboxItem', { params: { id } }, who),
    change: (who: LoggedInUser, ...items: Change[]) =>
      server.call('updateShoeboxItems', { body: { items } }, who),
    unfile: (who: LoggedInUser, ...items: { id: string; elementId: string }[]) =>
      server.call('unfileShoeboxItems', { body: { items } }, who),
    trash: (who: LoggedInUser, ...ids: string[]) =>
      server.call('trashShoeboxItems', { body: { ids } }, who),
    restore: (who: LoggedInUser, ...ids: string[]) =>
      server.call('restoreShoeboxItems', { body: { ids } }, who),
    remove: (who: LoggedInUser, ...ids: string[]) =>
      server.call('removeShoeboxItems', { body: { ids } }, who),
    openFile: (who: LoggedInUser, id: string) =>
      server.call('getDocumentWithDownloadUrl', { params: { id } }, who),
    /** The document that answers a request, and who sent it. */
    answerOf: async (elementId: string) => {
      const { rows } = await server.owner.query<{ document: string | null; by: string | null }>(
        'select answer_document_id as document, answered_by as by from cairn.element where id = $1',
        [elementId],
      );
      return rows[0]!;
    },
    /** Uploads bytes and creates a document from them. */
    bring: async (who: LoggedInUser, content: Buffer, name: string, loan: Loan | null) => {
      const place = loan === null ? {} : { loanId: loan.id };
      const size = content.length;
      const personal = loan === null;
      const { body } = await server.call(
        'getUploadUrl',
        { query: { name, size, ...place, ...(personal && { personal: '' }) } },
        who,
      );
      const { key, uploadUrl, headers } = body;
      await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
      return server.call('createDocument', { body: { name, key, size, ...place, personal } }, who);
    },
  };
}
export type ShoeboxSteps = ReturnType<typeof shoeboxSteps>;
