/**
 * The smallest world in which every kind of caller has objects of their own, objects of their company, and objects
 * that they must not see. Names contain a canary: a reply with a canary that its caller may not see is a leak,
 * whatever its status.
 */
import type { Account, Company, Loan } from '../factories/test-data.ts';
import type { TestServer } from '../server.ts';
import { SCOPES, type Scope } from './scopes.ts';
import {
  EVERYTHING,
  makeTarget,
  MISSING_TARGET,
  putter,
  type Part,
  type Target,
} from './targets.ts';

export const CALLERS = ['ADM', 'LO', 'LE', 'UW', 'LB', 'B', 'AP', 'KC', 'AN'] as const;
export type Caller = (typeof CALLERS)[number];

export { SCOPES, type Scope } from './scopes.ts';

const ALL_CANARIES = [
  'CANARY-OWN',
  'CANARY-HIDDEN',
  'CANARY-LABEL',
  'CANARY-SAME',
  'CANARY-OTHER',
  /** A conversation between others, which no caller may read. */
  'CANARY-PRIVATE',
] as const;

const MAY_SEE: Record<Caller, readonly string[]> = {
  ADM: ALL_CANARIES.filter((canary) => canary !== 'CANARY-PRIVATE'),
  LO: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-LABEL', 'CANARY-SAME'],
  LE: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-LABEL', 'CANARY-SAME'],
  UW: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-LABEL'],
  LB: ['CANARY-OWN', 'CANARY-LABEL'],
  B: ['CANARY-OWN'],
  AP: ['CANARY-OWN'],
  KC: ['CANARY-OWN'],
  AN: [],
};
export interface Leaks {
  (text: string, caller: Caller): string[];
}
/** Texts with a canary, and ids of people and pictures with whom the caller shares no loan or company. */
const leaksWith =
  (ids: Readonly<Record<string, readonly string[]>>): Leaks =>
  (text, caller) => [
    ...ALL_CANARIES.filter((canary) => text.includes(canary) && !MAY_SEE[caller].includes(canary)),
    ...Object.entries(ids)
      .filter(([canary]) => !MAY_SEE[caller].includes(canary))
      .flatMap(([canary, each]) =>
        each.some((id) => text.includes(id)) ? [`an id of ${canary}`] : [],
      ),
  ];

export interface World {
  callers: Record<Caller, { account: Account; token?: string }>;
  /** Creates a new target with only the parts that the aim reads. */
  target(caller: Caller, scope: Scope, parts: ReadonlySet<Part>): Promise<Target>;
  leaksIn: Leaks;
}

/** Without `filled`, the world has only people, companies and loans, to measure the cost of one target. */
export async function makeWorld(server: TestServer, filled = true): Promise<World> {
  const { given } = server;
  const ownCompany = await given.company({ name: 'Ours' });
  const otherCompany = await given.company({ name: 'CANARY-OTHER company' });
  const phase = await given.phase(ownCompany);
  for (const company of [ownCompany, otherCompany]) {
    await given.logo(company, Buffer.from('no picture, but stored bytes'));
    await given.subrole(company, company === ownCompany ? 'Attorney' : 'CANARY-OTHER sub-role');
  }
  const own = await given.loan(phase, { name: 'CANARY-OWN loan' });
  const same = await given.loan(phase, { name: 'CANARY-SAME loan' });
  const beside = await given.loan(phase, { name: 'CANARY-OWN loan beside' });
  const theirPhase = await given.phase(otherCompany, { name: 'CANARY-OTHER phase' });
  const other = await given.loan(theirPhase, { name: 'CANARY-OTHER loan' });
  const callers = await makeCallers(server, ownCompany, own);
  const stranger = await given.account({ givenName: 'CANARY-OTHER' });
  const strangersRole = await given.role(other, stranger, 'LEAD_BORROWER');
  const colleague = await given.account();
  const colleaguesRole = await given.role(same, colleague, 'BORROWER');
  const besidesRole = await given.role(beside, callers.LB.account, 'BORROWER');
  // Each person is on a loan, has a picture, and takes part in nothing else.
  const addPictured = async (loan: Loan, givenName: string) => {
    const account = await given.account({ givenName });
    await given.role(loan, account, 'UNDERWRITER_LENDER');
    return { accountId: account.id, avatarId: await given.avatar(account.id) };
  };
  const onOwn = await addPictured(own, 'Teammate');
  const onSame = await addPictured(same, 'CANARY-SAME');
  const onOther = await addPictured(other, 'CANARY-OTHER');
  const label = await given.label(ownCompany, { name: 'CANARY-LABEL words' });
  await given.labelOn(own, callers.B.roleId, label);
  const ofUs = {
    companyId: ownCompany.id,
    accountId: colleague.id,
    avatarId: onOwn.avatarId,
    labelId: label.id,
    spareLabelId: (await given.label(ownCompany)).id,
    loanPhaseId: phase.id,
  };
  const ofThem = {
    companyId: otherCompany.id,
    accountId: stranger.id,
    avatarId: onOther.avatarId,
    labelId: (await given.label(otherCompany, { name: 'CANARY-OTHER label' })).id,
    spareLabelId: (await given.label(otherCompany)).id,
    loanPhaseId: theirPhase.id,
  };
  const ownLoan = {
    company: ownCompany,
    loan: own,
    borrowerRoleId: callers.B.roleId,
    known: { ...ofUs, loan: own, partyId: callers.B.account.id },
  };
  const loans: Partial<Record<Scope, typeof ownLoan>> = {
    'led-elsewhere': {
      company: ownCompany,
      loan: beside,
      borrowerRoleId: besidesRole,
      known: { ...ofUs, loan: beside, partyId: callers.LB.account.id },
    },
    'same-company': {
      company: ownCompany,
      loan: same,
      borrowerRoleId: colleaguesRole,
      known: { ...ofUs, avatarId: onSame.avatarId, loan: same, partyId: colleague.id },
    },
    'other-company': {
      company: otherCompany,
      loan: other,
      borrowerRoleId: strangersRole,
      known: { ...ofThem, loan: other, partyId: stranger.id },
    },
  };
  const around = {
    server,
    ledLoan: own,
    host: callers.LO.account,
    stranger,
    colleague,
    put: putter(server),
  };
  const target: World['target'] = async (caller, scope, parts) => {
    if (scope === 'missing') return MISSING_TARGET;
    return makeTarget(
      {
        ...around,
        ...(loans[scope] ?? ownLoan),
        scope,
        account: callers[caller].account,
        isTheirs: scope === 'other-company',
        title: `CANARY-${CANARY_OF[scope] ?? 'OWN'} request`,
      },
      parts,
    );
  };
  // Creates everything once, so that there is something to leak from the first list on.
  for (const caller of filled ? CALLERS : []) {
    for (const scope of SCOPES) await target(caller, scope, EVERYTHING);
  }
  const leaksIn = leaksWith({
    'CANARY-SAME': Object.values(onSame),
    'CANARY-OTHER': Object.values(onOther),
  });
  return { callers, target, leaksIn };
}

const CANARY_OF: Partial<Record<Scope, string>> = {
  hidden: 'HIDDEN',
  'same-company': 'SAME',
  'other-company': 'OTHER',
};

async function makeCallers({ given }: TestServer, ownCompany: Company, own: Loan) {
  const admin = await given.account({ platformAdmin: true });
  const owner = await given.employee(ownCompany, { level: 'OWNER' });
  const employee = await given.employee(ownCompany);
  const outsider = await given.account();
  const withRole = async (role: Parameters<typeof given.role>[2]) => {
    const account = await given.account();
    return { ...account, roleId: await given.role(own, account, role) };
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
    LO: await signedIn(owner, { roleLevel: 'LENDER', company: ownCompany }),
    LE: await signedIn(employee, { roleLevel: 'LENDER', company: ownCompany }),
    UW: await signedIn(underwriter, { roleLevel: 'LENDER' }),
    LB: await signedIn(lead, { roleLevel: 'BORROWER' }),
    B: {
      ...(await signedIn(borrower, { roleLevel: 'BORROWER' })),
      roleId: borrower.roleId,
    },
    AP: await signedIn(principal, { roleLevel: 'APPLICANT' }),
    KC: await signedIn(contact, { roleLevel: 'CONTACT' }),
    AN: { account: outsider },
  };
}
