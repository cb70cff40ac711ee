/**
 * Creates targets. Each part is created again for each cell, because the call may change or remove it, but only if
 * the aim reads it.
 */
import { createHash } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { newId } from '@cairn/server/platform/ids';
import type { Account, Entity, Loan } from '../factories/test-data.ts';
import type { TestServer } from '../server.ts';
import { applicationAt, collateralOn, individualOn, offeredTemplate } from './loan-applications.ts';
import { vouchedSession } from './anonymous-sessions.ts';
import { bellNotification } from './bell.ts';
import { stoppedDelivery } from './deliveries.ts';
import { queuedDownload } from './downloads.ts';
import { articleWithPicture, emptyTopic } from './articles.ts';
import { creditOn } from './credit.ts';
import { noteOn } from './notes.ts';
import { savedReply } from './saved-replies.ts';
import { sheetOn } from './sources-uses.ts';
import { conversation } from './conversations.ts';
import { givePeople, noPeople } from './people.ts';
import { waitingFile } from './waiting-files.ts';
import type { Part, Place, Target } from './target.ts';

export type { Part, Place, Target } from './target.ts';

export const MISSING = '01890000-0000-7000-8000-000000000000';

interface Maker {
  makes: readonly Part[];
  make(place: Place, parts: ReadonlySet<Part>): Promise<Partial<Target>>;
}

const MAKERS: readonly Maker[] = [
  { makes: ['element', 'documentId'], make: request },
  { makes: ['employeeId'], make: employee },
  { makes: ['invitationId'], make: invitation },
  { makes: ['phaseId'], make: async (place) => ({ phaseId: await emptyPhase(place) }) },
  { makes: ['people'], make: people },
  { makes: ['entity'], make: async (place) => ({ entity: await entity(place) }) },
  { makes: ['individualUserId'], make: individualOfUser },
  { makes: ['fieldId'], make: async (place) => ({ fieldId: await onlyField(place) }) },
  { makes: ['templateId', 'templateElementId', 'fieldSetId'], make: template },
  { makes: ['threadId', 'messageId', 'draftId'], make: conversation },
  { makes: ['notificationId'], make: bellNotification },
  { makes: ['deliveryId'], make: stoppedDelivery },
  { makes: ['noteId'], make: noteOn },
  { makes: ['savedReplyId'], make: savedReply },
  { makes: ['sheetLoanId'], make: sheetOn },
  { makes: ['credit'], make: creditOn },
  { makes: ['askedFact'], make: factQuestion },
  { makes: ['downloadJobId'], make: queuedDownload },
  { makes: ['article'], make: articleWithPicture },
  { makes: ['emptyTopicId'], make: emptyTopic },
  { makes: ['shoeboxItemId', 'ownDocumentId'], make: waitingFile },
  { makes: ['anonymousSessionId'], make: vouchedSession },
  {
    makes: ['submitted'],
    make: async (place) => ({ submitted: await applicationAt(place, 'SUBMITTED') }),
  },
  {
    makes: ['inReview'],
    make: async (place) => ({ inReview: await applicationAt(place, 'IN_REVIEW') }),
  },
  { makes: ['draft'], make: async (place) => ({ draft: await applicationAt(place, 'DRAFT') }) },
  { makes: ['individual'], make: async (place) => ({ individual: await individualOn(place) }) },
  { makes: ['collateral'], make: async (place) => ({ collateral: await collateralOn(place) }) },
  { makes: ['offeredId'], make: (place) => offeredTemplate(place, ELEMENT_DEFAULTS) },
];
export const EVERYTHING: ReadonlySet<Part> = new Set(MAKERS.flatMap(({ makes }) => makes));

/** Creates only the parts that the aim reads. */
export async function makeTarget(place: Place, parts: ReadonlySet<Part>): Promise<Target> {
  const target = { ...MISSING_TARGET, ...place.known };
  for (const { makes, make } of MAKERS) {
    if (makes.some((part) => parts.has(part))) Object.assign(target, await make(place, parts));
  }
  return target;
}

async function request(place: Place, parts: ReadonlySet<Part>): Promise<Partial<Target>> {
  const { server, scope, loan, title, account, colleague, stranger } = place;
  const { given } = server;
  // Uploaded by another person, so that visibility depends on the request that it answers.
  const isOwn = !place.isTheirs && scope !== 'same-company';
  const document = await given.document(loan, isOwn ? colleague : stranger, {
    name: `${title}.pdf`,
    size: CONTENT.length,
    sha256: createHash('sha256').update(CONTENT).digest(),
  });
  if (parts.has('stored bytes')) {
    await place.put(`given/${document.id}`);
    await given.documentContent(document.id, CONTENT);
  }
  const element = await given.element(loan, {
    title,
    answer: { documentId: document.id, by: stranger },
    ...(scope === 'assigned' && { assignedTo: account }),
    ...(scope === 'assigned-elsewhere' && { assignedTo: colleague }),
    ...(scope === 'hidden' && { flags: ['LENDER_ONLY'] }),
    ...(scope === 'self' && { about: await selfOf(server, loan, account) }),
  });
  return { element, documentId: document.id };
}

/** A question that is open on the loan, whatever an earlier cell answered. */
async function factQuestion({ server, loan }: Place): Promise<Partial<Target>> {
  const askedFact = 'loan.isFranchise';
  await server.owner.query(
    `insert into cairn.loan_fact (company_id, loan_id, fact, requests) values ($1, $2, $3, 2)
     on conflict (company_id, loan_id, entity_id, fact) do nothing`,
    [loan.companyId, loan.id, askedFact],
  );
  return { askedFact };
}

async function employee({ server, company, isTheirs }: Place): Promise<Partial<Target>> {
  const { id } = await server.given.employee(company, {
    ...(isTheirs && { givenName: 'CANARY-OTHER' }),
  });
  return { employeeId: id };
}

async function invitation(place: Place): Promise<Partial<Target>> {
  const { server, scope, account, isTheirs } = place;
  if (scope === 'own') await withdrawInvitations(server, account);
  const { id } = await server.given.invitation(place.company, place.host, {
    ...(scope === 'own' && { emailAddress: account.emailAddress }),
    ...(isTheirs && { givenName: 'CANARY-OTHER' }),
  });
  return { invitationId: id };
}

async function people(place: Place): Promise<Partial<Target>> {
  const { server, loan, host, borrowerRoleId } = place;
  return { people: await givePeople(server, loan, { by: host, knownRoleId: borrowerRoleId }) };
}

async function entity(place: Place): Promise<Entity> {
  const { server, scope, loan, account, title } = place;
  if (scope === 'self') return selfOf(server, loan, account);
  const created = await server.given.entity(scope === 'led-elsewhere' ? place.ledLoan : loan, {
    // Entities are never hidden: a caller who sees one entity of a loan sees all of them.
    name: title.replace('HIDDEN', 'OWN'),
    information: { taxId: '12-3456789' },
  });
  if (scope !== 'led-elsewhere') return created;
  return { ...created, loanId: loan.id, loanEntityId: await server.given.onLoan(loan, created) };
}

/** Replaces the previous detail field, because the number of fields on a loan is limited. */
async function onlyField({ server, loan, title }: Place): Promise<string> {
  await server.owner.query('delete from cairn.loan_detail_field where loan_id = $1', [loan.id]);
  return server.given.detailField(loan, title);
}

/** The one individual that represents a person at a company; created on first use. */
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

async function individualOfUser(place: Place): Promise<Partial<Target>> {
  const { server, loan, isTheirs, colleague, stranger } = place;
  const user = isTheirs ? stranger : colleague;
  await selfOf(server, loan, user);
  return { individualUserId: user.id };
}

/** Reuses the previous phase unless it was removed, because the number of phases is limited. */
async function emptyPhase({ server, company }: Place): Promise<string> {
  const { given, owner } = server;
  const name = `${company.name}, a phase without loans`;
  const { rows } = await owner.query<{ id: string }>(
    'select id from cairn.phase where company_id = $1 and name = $2',
    [company.id, name],
  );
  return rows[0]?.id ?? (await given.phase(company, { name })).id;
}

const MISSING_LOAN: Loan = { companyId: MISSING, id: MISSING, name: '' };
const MISSING_ENTITY: Entity = {
  companyId: MISSING,
  loanId: MISSING,
  id: MISSING,
  loanEntityId: MISSING,
  name: '',
  kind: 'COMPANY',
};
const CONTENT = Buffer.from('a stored file');
export const MISSING_TARGET: Target = {
  companyId: MISSING,
  accountId: MISSING,
  individualUserId: MISSING,
  avatarId: MISSING,
  partyId: MISSING,
  labelId: MISSING,
  spareLabelId: MISSING,
  loan: MISSING_LOAN,
  loanPhaseId: MISSING,
  element: { companyId: MISSING, loanId: MISSING, id: MISSING, title: '' },
  documentId: MISSING,
  entity: MISSING_ENTITY,
  fieldId: MISSING,
  phaseId: MISSING,
  employeeId: MISSING,
  people: noPeople(MISSING),
  invitationId: MISSING,
  templateId: MISSING,
  templateElementId: MISSING,
  fieldSetId: MISSING,
  threadId: MISSING,
  messageId: MISSING,
  draftId: MISSING,
  notificationId: MISSING,
  deliveryId: MISSING,
  noteId: MISSING,
  savedReplyId: MISSING,
  sheetLoanId: MISSING,
  credit: {
    personId: MISSING,
    businessId: MISSING,
    checkedPersonId: MISSING,
    checkedBusinessId: MISSING,
    runId: MISSING,
    declined: MISSING_LOAN,
    declinedEntityId: MISSING,
  },
  askedFact: 'loan.isFranchise',
  downloadJobId: MISSING,
  article: {
    id: MISSING,
    supportId: MISSING,
    categoryId: MISSING,
    pictureId: MISSING,
  },
  emptyTopicId: MISSING,
  shoeboxItemId: MISSING,
  ownDocumentId: MISSING,
  anonymousSessionId: MISSING,
  draft: MISSING_LOAN,
  submitted: MISSING_LOAN,
  inReview: MISSING_LOAN,
  individual: MISSING_ENTITY,
  collateral: MISSING_ENTITY,
  offeredId: MISSING,
};

/** A template belongs to the company, not the loan: all employees and underwriters of the company see it. */
async function template({ server, company, isTheirs }: Place): Promise<Partial<Target>> {
  const { given, owner } = server;
  const title = `CANARY-${isTheirs ? 'OTHER' : 'OWN'}`;
  const [folder, file, fieldSetId] = [newId(), newId(), newId()];
  const shared = { block_type: 'LOAN', position: 1, title };
  const { id: templateId } = await given.template(company, {
    name: title,
    published: true,
    elements: [
      { ...shared, id: folder, parent_id: null, storage_type: 'FOLDER', answer_type: null },
      { ...shared, id: file, parent_id: folder, storage_type: 'FILE', answer_type: 'DOCUMENT' },
    ].map((row) => ({ ...ELEMENT_DEFAULTS, ...row })),
  });
  await owner.query('update cairn.template set revision = 2 where id = $1', [templateId]);
  await owner.query('insert into cairn.field_set (company_id, id, name) values ($1, $2, $3)', [
    company.id,
    fieldSetId,
    `${title} ${fieldSetId}`,
  ]);
  await owner.query(
    `insert into cairn.template_field
     (company_id, id, set_id, group_name, group_order, key, label, type, display_order)
     values ($1, $2, $2, 'Group', 0, 'key', $3, 'TEXT', 0)`,
    [company.id, fieldSetId, title],
  );
  return { templateId, templateElementId: file, fieldSetId };
}

/** Columns that a recordset would leave null. */
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

/** Withdraws open invitations, because a person can have only one per company. */
async function withdrawInvitations({ owner }: TestServer, account: Account): Promise<void> {
  await owner.query(
    `update cairn.invitation set removed_at = now(), declined_at = null
     where email_address = $1 and accepted_at is null`,
    [account.emailAddress],
  );
}

export function putter({ config }: TestServer): (key: string) => Promise<void> {
  const client = new S3Client({
    endpoint: config.store.endpoint,
    region: config.store.region,
    credentials: config.store.worker,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return async (Key) => {
    await client.send(
      new PutObjectCommand({ Bucket: config.store.vaultBucket, Key, Body: CONTENT }),
    );
  };
}
