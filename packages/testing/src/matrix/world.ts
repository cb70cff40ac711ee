/**
 * The smallest world in which every kind of caller has something of their own, something of their
 * company's, and something that is none of their business. Names carry a canary: a reply that
 * contains one its caller may not see is a leak, whatever its status.
 */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { newId } from '@cairn/server/platform/ids';
import type { Account, Company, Element, Entity, Loan } from '../given.ts';
import { givePeople, noPeople, type PeopleThere } from './people.ts';
import type { TestServer } from '../server.ts';

export const CALLERS = ['ADM', 'LO', 'LE', 'UW', 'LB', 'B', 'AP', 'KC', 'AN'] as const;
export type Caller = (typeof CALLERS)[number];

/** Whose the object is, seen from the caller. */
export const SCOPES = [
  'own',
  /** Of the caller in person: the individual that they are. */
  'self',
  'assigned',
  'assigned-elsewhere',
  'hidden',
  'same-company',
  'other-company',
  'missing',
] as const;
export type Scope = (typeof SCOPES)[number];

export const MISSING = '01890000-0000-7000-8000-000000000000';
const ALL_CANARIES = [
  'CANARY-OWN',
  'CANARY-HIDDEN',
  'CANARY-LABEL',
  'CANARY-SAME',
  'CANARY-OTHER',
] as const;

const MAY_SEE: Record<Caller, readonly string[]> = {
  ADM: ALL_CANARIES,
  LO: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-LABEL', 'CANARY-SAME'],
  LE: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-LABEL', 'CANARY-SAME'],
  UW: ['CANARY-OWN', 'CANARY-HIDDEN', 'CANARY-LABEL'],
  LB: ['CANARY-OWN', 'CANARY-LABEL'],
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
  /** That somebody's picture. */
  avatarId: string;
  /** Somebody with a part in the loan. */
  partyId: string;
  labelId: string;
  /** A label that nothing else needs: it can be deleted, once. */
  spareLabelId: string;
  loan: Loan;
  /** The phase that the loan is in. */
  loanPhaseId: string;
  element: Element;
  documentId: string;
  entity: Entity;
  /** A detail field of the loan. */
  fieldId: string;
  /** A template with one requested document, in a folder. */
  templateId: string;
  templateElementId: string;
  fieldSetId: string;
  /** A phase of that company without loans. */
  phaseId: string;
  /** Somebody who works for that company, made for this target. */
  employeeId: string;
  /** People on the loan, made for this target, where the call is about them. */
  people: PeopleThere;
  /** To that company; addressed to the caller where it is their own, else to somebody else. */
  invitationId: string;
}

export interface World {
  callers: Record<Caller, { account: Account; token?: string }>;
  target(caller: Caller, scope: Scope, needs?: Needs): Promise<Target>;
}
/** What is dear to make, and few calls need. */
export type Needs = 'stored bytes' | 'people';

export async function makeWorld(server: TestServer): Promise<World> {
  const { given } = server;
  const ours = await given.company({ name: 'Ours' });
  const theirs = await given.company({ name: 'CANARY-OTHER company' });
  const phase = await given.phase(ours);
  for (const company of [ours, theirs]) {
    await given.logo(company, Buffer.from('no picture, but stored bytes'));
    await given.subrole(company, company === ours ? 'Attorney' : 'CANARY-OTHER sub-role');
  }
  const own = await given.loan(phase, { name: 'CANARY-OWN loan' });
  const same = await given.loan(phase, { name: 'CANARY-SAME loan' });
  const theirPhase = await given.phase(theirs, { name: 'CANARY-OTHER phase' });
  const other = await given.loan(theirPhase, { name: 'CANARY-OTHER loan' });
  const callers = await makeCallers(server, ours, own);
  const stranger = await given.account({ givenName: 'CANARY-OTHER' });
  const strangersRole = await given.role(other, stranger, 'LEAD_BORROWER');
  const colleague = await given.account();
  const colleaguesRole = await given.role(same, colleague, 'BORROWER');
  const borrowers = new Map([
    [own, callers.B.roleId],
    [same, colleaguesRole],
    [other, strangersRole],
  ]);
  const pictures = new Map<string, string>();
  for (const { id } of [stranger, colleague]) pictures.set(id, await given.avatar(id));
  const label = await given.label(ours, { name: 'CANARY-LABEL words' });
  const spare = await given.label(ours);
  const theirLabel = await given.label(theirs, { name: 'CANARY-OTHER label' });
  const theirSpare = await given.label(theirs);
  await given.labelOn(own, callers.B.roleId, label);
  const put = putter(server);

  return {
    callers,
    async target(caller, scope, needs) {
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
      if (needs === 'stored bytes') await put(`given/${document.id}`);
      const element = await given.element(loan, {
        title,
        answer: { documentId: document.id, by: stranger },
        ...(scope === 'assigned' && { assignedTo: account }),
        ...(scope === 'assigned-elsewhere' && { assignedTo: colleague }),
        ...(scope === 'hidden' && { flags: ['LENDER_ONLY'] }),
      });
      const { id: accountId } = loan === other ? stranger : colleague;
      const company = loan === other ? theirs : ours;
      const { id: employeeId } = await given.employee(company, {
        ...(loan === other && { givenName: 'CANARY-OTHER' }),
      });
      if (scope === 'own') await takeBackInvitations(server, account);
      const { id: invitationId } = await given.invitation(company, callers.LO.account, {
        ...(scope === 'own' && { emailAddress: account.emailAddress }),
        ...(loan === other && { givenName: 'CANARY-OTHER' }),
      });
      return {
        companyId: loan.companyId,
        accountId,
        avatarId: pictures.get(accountId)!,
        partyId: loan === own ? callers.B.account.id : accountId,
        labelId: loan === other ? theirLabel.id : label.id,
        spareLabelId: loan === other ? theirSpare.id : spare.id,
        loan,
        loanPhaseId: loan === other ? theirPhase.id : phase.id,
        element,
        documentId: document.id,
        phaseId: await emptyPhase(server, loan === other ? theirs : ours),
        employeeId,
        invitationId,
        people:
          needs === 'people'
            ? await givePeople(server, loan, {
                by: callers.LO.account,
                known: borrowers.get(loan)!,
              })
            : NO_PEOPLE,
        entity:
          scope === 'self'
            ? await selfOf(server, own, account)
            : await given.entity(loan, {
                // Whoever sees a loan's entities sees all of them: there are no hidden ones.
                name: title.replace('HIDDEN', 'OWN'),
                information: { taxId: '12-3456789' },
              }),
        fieldId: await onlyField(server, loan, title),
        // Of the company, not of the loan: its colleagues and underwriters all see it.
        ...(await templateIn(server, loan.companyId, `CANARY-${loan === other ? 'OTHER' : 'OWN'}`)),
      };
    },
  };
}

/** A loan has room for some detail fields only: the last one goes when the next one comes. */
async function onlyField({ given, owner }: TestServer, loan: Loan, name: string): Promise<string> {
  await owner.query('delete from cairn.loan_detail_field where loan_id = $1', [loan.id]);
  return given.detailField(loan, name);
}

/** One individual for a person at a company: the same each time it is asked for. */
async function selfOf({ given, owner }: TestServer, loan: Loan, account: Account): Promise<Entity> {
  const { rows } = await owner.query<{ id: string; loanEntityId: string }>(
    `select e.id, le.id as "loanEntityId" from cairn.entity e
     join cairn.loan_entity le on le.entity_id = e.id where e.account_id = $1`,
    [account.id],
  );
  if (rows[0]) {
    return {
      companyId: loan.companyId,
      loanId: loan.id,
      name: '',
      kind: 'INDIVIDUAL',
      ...rows[0],
    };
  }
  await given.person({ id: loan.companyId, name: '' }, account);
  return given.entity(loan, {
    name: 'CANARY-OWN individual',
    account,
    information: { ssn: '900-12-3456' },
  });
}

/** The one of before, unless somebody has removed it: a company has only so many phases. */
async function emptyPhase({ given, owner }: TestServer, company: Company): Promise<string> {
  const name = `${company.name}, a phase without loans`;
  const { rows } = await owner.query<{ id: string }>(
    'select id from cairn.phase where company_id = $1 and name = $2',
    [company.id, name],
  );
  return rows[0]?.id ?? (await given.phase(company, { name })).id;
}

const CONTENT = Buffer.from('a stored file');
const NO_PEOPLE = noPeople(MISSING);
const missingTarget: Target = {
  companyId: MISSING,
  accountId: MISSING,
  avatarId: MISSING,
  partyId: MISSING,
  labelId: MISSING,
  spareLabelId: MISSING,
  loan: { companyId: MISSING, id: MISSING, name: '' },
  loanPhaseId: MISSING,
  element: { companyId: MISSING, loanId: MISSING, id: MISSING, title: '' },
  documentId: MISSING,
  entity: {
    companyId: MISSING,
    loanId: MISSING,
    id: MISSING,
    loanEntityId: MISSING,
    name: '',
    kind: 'COMPANY',
  },
  fieldId: MISSING,
  phaseId: MISSING,
  employeeId: MISSING,
  people: NO_PEOPLE,
  invitationId: MISSING,
  templateId: MISSING,
  templateElementId: MISSING,
  fieldSetId: MISSING,
};

async function templateIn({ given, owner }: TestServer, companyId: string, title: string) {
  const [folder, file, fieldSetId] = [newId(), newId(), newId()];
  const shared = { block_type: 'LOAN', position: 1, title };
  const template = await given.template(
    { id: companyId, name: '' },
    {
      name: title,
      published: true,
      elements: [
        { ...shared, id: folder, parent_id: null, storage_type: 'FOLDER', answer_type: null },
        { ...shared, id: file, parent_id: folder, storage_type: 'FILE', answer_type: 'DOCUMENT' },
      ].map((row) => ({ ...ELEMENT_DEFAULTS, ...row })),
    },
  );
  await owner.query('update cairn.template set revision = 2 where id = $1', [template.id]);
  await owner.query('insert into cairn.field_set (company_id, id, name) values ($1, $2, $3)', [
    companyId,
    fieldSetId,
    `${title} ${fieldSetId}`,
  ]);
  await owner.query(
    `insert into cairn.template_field
     (company_id, id, set_id, group_name, group_order, key, label, type, display_order)
     values ($1, $2, $2, 'Group', 0, 'key', $3, 'TEXT', 0)`,
    [companyId, fieldSetId, title],
  );
  return { templateId: template.id, templateElementId: file, fieldSetId };
}

/** Columns that a recordset would leave empty. */
const ELEMENT_DEFAULTS = {
  choices: [],
  naming_strategy: 'TITLE',
  include_description: true,
  priority_type: 'MEDIUM',
  hidden: false,
  required: true,
  modifiers: [],
  locations: ['PACKAGE'],
  has_expiration: false,
  aliases: [],
  check_with_counsel: false,
  revision: 1,
};

async function makeCallers({ given }: TestServer, ours: Company, own: Loan) {
  const admin = await given.account({ platformAdmin: true });
  const owner = await given.employee(ours, { level: 'OWNER' });
  const employee = await given.employee(ours);
  const nobody = await given.account();
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
    LO: await signedIn(owner, { roleLevel: 'LENDER', company: ours }),
    LE: await signedIn(employee, { roleLevel: 'LENDER', company: ours }),
    UW: await signedIn(underwriter, { roleLevel: 'LENDER' }),
    LB: await signedIn(lead, { roleLevel: 'BORROWER' }),
    B: {
      ...(await signedIn(borrower, { roleLevel: 'BORROWER' })),
      roleId: borrower.roleId,
    },
    AP: await signedIn(principal, { roleLevel: 'APPLICANT' }),
    KC: await signedIn(contact, { roleLevel: 'CONTACT' }),
    AN: { account: nobody },
  };
}

/** One that is not over, for one person and one company. */
async function takeBackInvitations({ owner }: TestServer, account: Account): Promise<void> {
  await owner.query(
    `update cairn.invitation set removed_at = now(), declined_at = null
     where email_address = $1 and accepted_at is null`,
    [account.emailAddress],
  );
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
