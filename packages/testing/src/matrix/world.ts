/**
 * The smallest world in which every kind of caller has something of their own, something of their
 * company's, and something that is none of their business. Names carry a canary: a reply that
 * contains one its caller may not see is a leak, whatever its status.
 */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Account, Company, Element, Loan } from '../given.ts';
import type { TestServer } from '../server.ts';

export const CALLERS = ['ADM', 'LO', 'LE', 'UW', 'LB', 'B', 'AP', 'KC', 'AN'] as const;
export type Caller = (typeof CALLERS)[number];

/** Whose the object is, seen from the caller. */
export const SCOPES = [
  'own',
  'assigned',
  'assigned-elsewhere',
  'hidden',
  'same-company',
  'other-company',
  'missing',
] as const;
export type Scope = (typeof SCOPES)[number];

export const MISSING = '01890000-0000-7000-8000-000000000000';
const ALL_CANARIES = ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-SAME', 'CANARY-OTHER'] as const;

const MAY_SEE: Record<Caller, readonly string[]> = {
  ADM: ALL_CANARIES,
  LO: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-SAME'],
  LE: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-SAME'],
  UW: ['CANARY-OWN', 'CANARY-HIDDEN'],
  LB: ['CANARY-OWN'],
  B: ['CANARY-OWN'],
  AP: ['CANARY-OWN'],
  KC: ['CANARY-OWN'],
  AN: [],
};
export const leaksIn = (text: string, caller: Caller): string[] =>
  ALL_CANARIES.filter((canary) => text.includes(canary) && !MAY_SEE[caller].includes(canary));

export interface Target {
  companyId: string;
  /** Somebody of that scope who is not the caller. */
  accountId: string;
  loan: Loan;
  element: Element;
  documentId: string;
}

export interface World {
  callers: Record<Caller, { account: Account; token?: string }>;
  target(caller: Caller, scope: Scope, stored?: 'with its bytes'): Promise<Target>;
}

export async function makeWorld(server: TestServer): Promise<World> {
  const { given } = server;
  const ours = await given.company({ name: 'Ours' });
  const theirs = await given.company({ name: 'CANARY-OTHER company' });
  const phase = await given.phase(ours);
  const own = await given.loan(phase, { name: 'CANARY-OWN loan' });
  const same = await given.loan(phase, { name: 'CANARY-SAME loan' });
  const other = await given.loan(await given.phase(theirs, { name: 'CANARY-OTHER phase' }), {
    name: 'CANARY-OTHER loan',
  });
  const callers = await makeCallers(server, ours, own);
  const stranger = await given.account({ givenName: 'CANARY-OTHER' });
  await given.role(other, stranger, 'LEAD_BORROWER');
  const colleague = await given.account();
  await given.role(same, colleague, 'BORROWER');
  const put = putter(server);

  return {
    callers,
    async target(caller, scope, stored) {
      if (scope === 'missing') return missingTarget;
      const loan = { 'same-company': same, 'other-company': other }[scope as string] ?? own;
      const { account } = callers[caller];
      const word = { hidden: 'HIDDEN', 'same-company': 'SAME', 'other-company': 'OTHER' }[
        scope as string
      ];
      const title = `CANARY-${word ?? 'OWN'} request`;
      // Uploaded by somebody else, so that seeing it is a matter of the request that it answers.
      const document = await given.document(loan, loan === own ? colleague : stranger, {
        name: `${title}.pdf`,
        size: CONTENT.length,
      });
      if (stored) await put(`given/${document.id}`);
      const element = await given.element(loan, {
        title,
        answer: { documentId: document.id, by: stranger },
        ...(scope === 'assigned' && { assignedTo: account }),
        ...(scope === 'assigned-elsewhere' && { assignedTo: colleague }),
        ...(scope === 'hidden' && { flags: ['LENDER_ONLY'] }),
      });
      const { id: accountId } = loan === other ? stranger : colleague;
      return { companyId: loan.companyId, accountId, loan, element, documentId: document.id };
    },
  };
}

const CONTENT = Buffer.from('a stored file');
const missingTarget: Target = {
  companyId: MISSING,
  accountId: MISSING,
  loan: { companyId: MISSING, id: MISSING, name: '' },
  element: { companyId: MISSING, loanId: MISSING, id: MISSING, title: '' },
  documentId: MISSING,
};

async function makeCallers({ given }: TestServer, ours: Company, own: Loan) {
  const admin = await given.account({ platformAdmin: true });
  const owner = await given.employee(ours, { level: 'OWNER' });
  const employee = await given.employee(ours);
  const nobody = await given.account();
  const withRole = async (role: Parameters<typeof given.role>[2]) => {
    const account = await given.account();
    await given.role(own, account, role);
    return account;
  };
  await given.role(own, employee, 'LENDER');
  const [underwriter, lead, borrower, principal, contact] = await Promise.all([
    withRole('UNDERWRITER_LENDER'),
    withRole('LEAD_BORROWER'),
    withRole('BORROWER'),
    withRole('PRINCIPAL'),
    withRole('KEY_CONTACT'),
  ]);
  const signedIn = async (account: Account, as: Parameters<typeof given.session>[1]) => ({
    account,
    token: await given.session(account, as),
  });
  return {
    ADM: await signedIn(admin, { roleLevel: 'ADMIN' }),
    LO: await signedIn(owner, { roleLevel: 'LENDER', company: ours }),
    LE: await signedIn(employee, { roleLevel: 'LENDER', company: ours }),
    UW: await signedIn(underwriter, { roleLevel: 'LENDER' }),
    LB: await signedIn(lead, { roleLevel: 'BORROWER' }),
    B: await signedIn(borrower, { roleLevel: 'BORROWER' }),
    AP: await signedIn(principal, { roleLevel: 'APPLICANT' }),
    KC: await signedIn(contact, { roleLevel: 'CONTACT' }),
    AN: { account: nobody },
  };
}

function putter({ config }: TestServer): (key: string) => Promise<void> {
  const client = new S3Client({
    endpoint: config.store.endpoint,
    region: config.store.region,
    credentials: config.store,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return async (Key) => {
    await client.send(new PutObjectCommand({ Bucket: config.store.bucket, Key, Body: CONTENT }));
  };
}
