/** Creates a loan from a template in one transaction: its row, lenders, borrower, requests and invitations. */
import { nameOf } from '@cairn/contract/entity-fields';
import type { Application, needsList } from '@cairn/contract/needs-list';
import type { Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/handler.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { syncDetails } from '../custom-fields/index.ts';
import {
  checkEntityInformation,
  findEntity,
  makeEntities,
  placeOnLoan,
} from '../entities/index.ts';
import { inviteToLoan } from '../invitations/index.ts';
import {
  createLoan,
  filterEmployees,
  findFirstPhase,
  insertLoanRoles,
  loanTypeOf,
  loanWithStanding,
  type LoanStanding,
} from '../loans/index.ts';
import { refuseBeyondPlan } from '../companies/index.ts';
import { adjustPlan, type Adjustments } from './adjust-plan.ts';
import { newestOf, templateToApply } from './apply-template.ts';
import { executePlan } from './carry-out-plan.ts';
import { keepQuestions } from './fact-questions.ts';
import { loadPlan, type Planned } from './load-plan.ts';
import { creatingPolicy } from './policy.ts';
import { presentApplication } from './present.ts';
import { findLoanToAsk, type AskingEntity, type AskingLoan } from './store.ts';

export type NewLoanBody = Parameters<Handlers<typeof needsList>['createFromTemplate']>[0]['body'];

async function templateFor(reads: Queries, actor: Actor, id: string) {
  const template = authorize(
    creatingPolicy,
    'create',
    actor,
    await templateToApply(reads, actor, id),
  );
  if (template.block_type !== 'LOAN') throw new ApiError('TEMPLATE_DOES_NOT_FIT');
  return { template, version: newestOf(template) };
}

/** The borrower. Its own fields take precedence over the fields given beside it. */
function entityIn({ entity, entityType }: NewLoanBody): NewLoanBody['entity'] {
  if (!entity || 'id' in entity || entity.type !== 'COMPANY' || !entityType) return entity;
  return { ...entity, information: { entityType, ...entity.information } };
}

/** The initial requests of a loan before it is created. */
export async function previewLoanFromTemplate(
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
    loan_type: loanTypeOf(body, template),
    loan_purpose: body.loanPurpose,
    amount: body.amount,
    created_at: new Date().toISOString(),
    template_id: version.id,
    template_version: version.version,
  };
  const planned = await loadPlan(
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
  newEntity: NonNullable<NewLoanBody['entity']>,
): Promise<AskingEntity> {
  const about = { id: newId(), labels: ['APPLICANT' as const], folder_id: null };
  const withoutTemplate = { template_id: null, template_version: null };
  if ('id' in newEntity) {
    const {
      id: entity_id,
      kind,
      name,
      fields,
    } = await knownEntity(reads, actor, companyId, newEntity.id);
    return { ...about, ...withoutTemplate, entity_id, kind, name, fields };
  }
  const fields = checkEntityInformation(
    newEntity.type,
    newEntity.information,
    'whole',
    'entity.information',
  );
  const name = nameOf(newEntity.type, fields);
  return { ...about, ...withoutTemplate, entity_id: newId(), kind: newEntity.type, name, fields };
}

async function knownEntity(reads: Queries, actor: Actor, companyId: string, id: string) {
  const entity = await findEntity(reads, actor, id);
  if (entity?.company_id !== companyId) throw new ApiError('NOT_FOUND');
  return entity;
}

export async function createLoanFromTemplate(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  body: NewLoanBody,
): Promise<Application> {
  const { template, version } = await templateFor(tx, actor, body.templateId);
  const lenders = await lendersOf(tx, actor, template.company_id, body.lenderUserIds);
  const phase = await findFirstPhase(tx, template.company_id, 'ORIGINATION');
  await refuseBeyondPlan(tx, template.company_id, 1);
  const loan = await createLoan(tx, actor, body, template, version, phase);
  await insertLoanRoles(
    tx,
    loan,
    lenders.map((accountId) => ({ id: newId(), accountId, role: 'LENDER' })),
  );
  recordEvent(tx, {
    kind: 'loan.created',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['loan', 'loanList', 'phase'],
    detail: {
      templateId: version.id,
      version: version.version,
      lenderUserIds: lenders,
      ...(body.postpone.length > 0 && { postponed: body.postpone }),
    },
  });
  const standing = await loanWithStanding(tx, actor, loan.id, 'lock');
  const entity = entityIn(body);
  if (entity) await placeBorrower(tx, keys, actor, standing, entity);
  const planned = await requestByTemplate(tx, actor, standing, actor.accountId, body);
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

/** Adds the template's requests and fields; `by` is the requesting user, null for an automatic request. */
export async function requestByTemplate(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  actorId: string | null,
  adjustments: Adjustments = { leaveOut: [], postpone: [] },
): Promise<Planned> {
  const planned = await adjustPlan(tx, actor, (await findLoanToAsk(tx, loan))!, adjustments);
  await executePlan(tx, planned, actorId);
  await keepQuestions(tx, [planned]);
  await syncDetails(tx, actor, loan);
  return planned;
}

/** The creator of a loan becomes one of its lenders, unless they are a platform administrator. */
async function lendersOf(tx: Tx, actor: Actor, companyId: string, accountIds: readonly string[]) {
  const lenderIds = [
    ...new Set([...accountIds, ...(actor.companyId === companyId ? [actor.accountId] : [])]),
  ];
  const employees = await filterEmployees(tx, companyId, lenderIds);
  if (employees.length < lenderIds.length) throw new ApiError('NOT_FOUND');
  return employees;
}

async function placeBorrower(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  loan: LoanStanding,
  newEntity: NonNullable<NewLoanBody['entity']>,
): Promise<void> {
  const labels = ['APPLICANT' as const];
  if ('id' in newEntity) {
    const { id, kind, name } = await knownEntity(tx, actor, loan.company_id, newEntity.id);
    await placeOnLoan(tx, actor, loan, [{ id: newId(), entityId: id, kind, name, labels }]);
    return;
  }
  const information = checkEntityInformation(
    newEntity.type,
    newEntity.information,
    'whole',
    'entity.information',
  );
  const drafts = [{ kind: newEntity.type, information }];
  const [entity] = await makeEntities(tx, keys, actor, loan.company_id, drafts);
  const { id: entityId, kind, name } = entity!;
  await placeOnLoan(tx, actor, loan, [{ id: newId(), entityId, kind, name, labels }]);
}
