/** A new loan: its template's requests, its people, who borrows, in one transaction. */
import { randomInt } from 'node:crypto';
import { LOAN_TYPE_CODES, type LoanType } from '@cairn/contract';
import { nameOf } from '@cairn/contract/entity-fields';
import type { Application, applying } from '@cairn/contract/applying';
import type { Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/call.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { brokeForeignKey } from '../../platform/db/violation.ts';
import { grant } from '../../platform/grant.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { syncDetails } from '../details/index.ts';
import { checked, findEntity, makeEntities, placeOnLoan } from '../entities/index.ts';
import { inviteToLoan } from '../invitations/index.ts';
import { loanWithStanding, type LoanStanding } from '../loans/index.ts';
import type { TemplateRow } from '../templates/index.ts';
import { newestOf, templateToApply } from './applying.ts';
import { carryOut } from './doing.ts';
import { planFor, type Planned, type Version } from './planning.ts';
import { creatingPolicy } from './policy.ts';
import { presentApplication } from './present.ts';
import {
  employeesAmong,
  findLoanToAsk,
  firstPhase,
  insertLenders,
  insertLoan,
  type AskingEntity,
  type AskingLoan,
  type LoanKey,
} from './store.ts';

export type NewLoanBody = Parameters<Handlers<typeof applying>['createFromTemplate']>[0]['body'];

const wrong = (field: string, why: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { [field]: why } });

async function templateFor(reads: Queries, actor: Actor, id: string) {
  const template = grant(creatingPolicy, 'create', actor, await templateToApply(reads, actor, id));
  if (template.block_type !== 'LOAN') throw new Refusal('TEMPLATE_DOES_NOT_FIT');
  return { template, version: newestOf(template) };
}

/** What a loan says of itself when it begins. */
export type NewLoan = Pick<
  NewLoanBody,
  'name' | 'loanType' | 'loanPurpose' | 'amount' | 'color' | 'closeDate'
>;
type Head = Pick<TemplateRow, 'company_id' | 'loan_type'>;

function typeOf(body: Pick<NewLoan, 'loanType'>, template: Head): LoanType {
  const given = body.loanType ?? LOAN_TYPE_CODES.find((code) => code === template.loan_type);
  if (!given) throw wrong('loanType', 'Choose a type');
  return given;
}

/** Who borrows. What its own information says counts more than what is said beside it. */
function entityIn({ entity, entityType }: NewLoanBody): NewLoanBody['entity'] {
  if (!entity || 'id' in entity || entity.type !== 'COMPANY' || !entityType) return entity;
  return { ...entity, information: { entityType, ...entity.information } };
}

/** What a loan would begin with, before there is one. */
export async function previewLoan(
  reads: Queries,
  actor: Actor,
  body: NewLoanBody,
): Promise<Application> {
  const { template, version } = await templateFor(reads, actor, body.templateId);
  const entity = entityIn(body);
  const borrower = entity && (await borrowerOf(reads, actor, template.company_id, entity));
  const imagined: AskingLoan = {
    company_id: template.company_id,
    id: newId(),
    name: body.name,
    short_code: '',
    loan_type: typeOf(body, template),
    loan_purpose: body.loanPurpose,
    amount: body.amount,
    created_at: new Date().toISOString(),
    template_id: version.id,
    template_version: version.version,
  };
  const planned = await planFor(
    reads,
    imagined,
    'add',
    {},
    { imagined: { entities: borrower ? [borrower] : [] } },
  );
  return presentApplication(planned, version, false, null);
}

async function borrowerOf(
  reads: Queries,
  actor: Actor,
  companyId: string,
  given: NonNullable<NewLoanBody['entity']>,
): Promise<AskingEntity> {
  const about = { id: newId(), labels: ['APPLICANT' as const], folder_id: null };
  const own = { template_id: null, template_version: null };
  if ('id' in given) {
    const {
      id: entity_id,
      kind,
      name,
      fields,
    } = await knownEntity(reads, actor, companyId, given.id);
    return { ...about, ...own, entity_id, kind, name, fields };
  }
  const fields = checked(given.type, given.information, 'whole', 'entity.information');
  const name = nameOf(given.type, fields);
  return { ...about, ...own, entity_id: newId(), kind: given.type, name, fields };
}

async function knownEntity(reads: Queries, actor: Actor, companyId: string, id: string) {
  const entity = await findEntity(reads, actor, id);
  if (entity?.company_id !== companyId) throw new Refusal('NOT_FOUND');
  return entity;
}

export async function createLoan(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  body: NewLoanBody,
): Promise<Application> {
  const { template, version } = await templateFor(tx, actor, body.templateId);
  const lenders = await lendersOf(tx, actor, template.company_id, body.lenderUserIds);
  const phase = await firstPhase(tx, template.company_id, 'ORIGINATION');
  const loan = await beginLoan(tx, actor, body, template, version, phase);
  await insertLenders(
    tx,
    loan,
    lenders.map((account_id) => ({ id: newId(), account_id })),
  );
  record(tx, {
    kind: 'loan.created',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['loan', 'loanList', 'phase'],
    detail: { templateId: version.id, version: version.version, lenderUserIds: lenders },
  });
  const standing = await loanWithStanding(tx, actor, loan.id, 'lock');
  const entity = entityIn(body);
  if (entity) await placeBorrower(tx, keys, actor, standing, entity);
  const planned = await askByTemplate(tx, actor, standing, actor.accountId);
  for (const [index, person] of body.borrowers.entries()) {
    await inviteToLoan(tx, {
      companyId: loan.company_id,
      invitedBy: actor.accountId,
      loanId: loan.id,
      role: index === 0 ? 'LEAD_BORROWER' : 'BORROWER',
      person,
    });
  }
  return presentApplication(planned, version, true);
}

/** What the template asks for, and the fields it has; `by`: who asks, nobody where it asks by itself. */
export async function askByTemplate(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  by: string | null,
): Promise<Planned> {
  const planned = await planFor(tx, (await findLoanToAsk(tx, loan))!, 'add');
  await carryOut(tx, planned, by);
  await syncDetails(tx, actor, loan);
  return planned;
}

/** Whoever makes a loan works on it; an administrator of the platform works on none. */
async function lendersOf(tx: Tx, actor: Actor, companyId: string, given: readonly string[]) {
  const wanted = [
    ...new Set([...given, ...(actor.companyId === companyId ? [actor.accountId] : [])]),
  ];
  const known = await employeesAmong(tx, companyId, wanted);
  if (known.length < wanted.length) throw new Refusal('NOT_FOUND');
  return known;
}

/** The loan itself, with nobody on it and nothing asked for yet. */
export async function beginLoan(
  tx: Tx,
  actor: Actor,
  body: NewLoan,
  template: Head,
  version: Version,
  phase: Awaited<ReturnType<typeof firstPhase>>,
): Promise<LoanKey> {
  if (!phase) throw wrong('phase', 'Your company has no phase yet that a loan could begin in');
  const loan = {
    company_id: template.company_id,
    id: newId(),
    name: body.name,
    loan_type: typeOf(body, template),
    loan_purpose: body.loanPurpose,
    amount: body.amount,
    color: body.color,
    close_date: body.closeDate,
    phase_id: phase.id,
    phase_category: phase.category,
    template_id: version.id,
    template_version: version.version,
    modified_by: actor.accountId,
  };
  const insert = (): Promise<boolean> =>
    insertLoan(tx, { ...loan, short_code: codeFor(body.name) }).catch((error: unknown) => {
      // Somebody may remove the phase, or the template, between looking and writing.
      throw brokeForeignKey(error) ? new Refusal('CONFLICT') : error;
    });
  while (!(await insert()));
  return loan;
}

/** No letters or digits that are taken for each other on the telephone. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export function codeFor(name: string): string {
  const initials = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase();
  const rest = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return initials === '' ? rest : `${initials}-${rest}`;
}

async function placeBorrower(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  loan: LoanStanding,
  given: NonNullable<NewLoanBody['entity']>,
): Promise<void> {
  const labels = ['APPLICANT' as const];
  if ('id' in given) {
    const { id, kind, name } = await knownEntity(tx, actor, loan.company_id, given.id);
    await placeOnLoan(tx, actor, loan, [{ id: newId(), entityId: id, kind, name, labels }]);
    return;
  }
  const information = checked(given.type, given.information, 'whole', 'entity.information');
  const made = [{ kind: given.type, information }];
  const [entity] = await makeEntities(tx, keys, actor, loan.company_id, made);
  const { id: entityId, kind, name } = entity!;
  await placeOnLoan(tx, actor, loan, [{ id: newId(), entityId, kind, name, labels }]);
}
