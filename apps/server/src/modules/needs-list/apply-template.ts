/** Applies templates to a loan or one of its entities, or previews that. */
import type { Application } from '@cairn/contract/needs-list';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loanWithStanding } from '../loans/index.ts';
import { findTemplate, type TemplateRow } from '../templates/index.ts';
import { executePlan } from './carry-out-plan.ts';
import { blockOf } from './facts.ts';
import type { Mode } from './plan.ts';
import { loadPlan, type Instead, type Planned, type Version } from './load-plan.ts';
import { applyingPolicy } from './policy.ts';
import { fingerprintOf, presentApplication } from './present.ts';
import { refreshQuestions } from './rules.ts';
import {
  entitiesToAsk,
  findLoanToAsk,
  deleteAddedTemplate,
  saveAddedTemplate,
  setEntityTemplate,
  setTemplate,
  type AskingEntity,
  type AskingLoan,
} from './store.ts';

/** A template that can be applied: published, and not in the trash. */
export async function templateToApply(reads: Queries, actor: Actor, id: string) {
  const template = await findTemplate(reads, actor, id);
  if (!template) throw new ApiError('NOT_FOUND');
  return template;
}

export function newestOf(template: TemplateRow): Version {
  if (template.published_version === 0 || template.trashed_at !== null) {
    throw new ApiError('TEMPLATE_NOT_PUBLISHED');
  }
  return { id: template.id, version: template.published_version };
}

export interface Order {
  loanId: string;
  templateId?: string | undefined;
  loanEntityId?: string | undefined;
  mode: Extract<Mode, 'add' | 'renew'>;
  fingerprint?: string | undefined;
}

interface Prepared {
  planned: Planned;
  template: TemplateRow;
  entity: AskingEntity | undefined;
}

export async function previewTemplate(
  reads: Queries,
  actor: Actor,
  order: Order,
): Promise<Application> {
  const loan = await loanToApplyTo(reads, actor, order.loanId);
  const { planned, template } = await prepare(reads, actor, loan, order);
  return presentApplication(planned, newestOf(template), false);
}

export async function applyTemplate(tx: Tx, actor: Actor, order: Order): Promise<Application> {
  const loan = await loanToApplyTo(tx, actor, order.loanId, 'lock');
  const { planned, template, entity } = await prepare(tx, actor, loan, order);
  const version = newestOf(template);
  // The plan differs from the previewed one, so the user has to look again.
  if (order.fingerprint && order.fingerprint !== fingerprintOf(planned, version)) {
    throw new ApiError('CONFLICT');
  }
  await executePlan(tx, planned, actor.accountId);
  await standBy(tx, loan, template, entity, order.mode);
  await refreshQuestions(tx, loan);
  recordApplied(tx, actor, planned, version, entity?.entity_id);
  return presentApplication(planned, version, true);
}

async function loanToApplyTo(reads: Queries, actor: Actor, id: string, lock?: 'lock') {
  const standing = await loanWithStanding(reads, actor, id, lock);
  const authorized = authorize(applyingPolicy, 'apply', actor, standing);
  const loan = await findLoanToAsk(reads, authorized);
  if (!loan) throw new ApiError('LOAN_NOT_FOUND');
  return loan;
}

async function prepare(
  reads: Queries,
  actor: Actor,
  loan: AskingLoan,
  { templateId, loanEntityId, mode }: Order,
): Promise<Prepared> {
  const entity = loanEntityId ? await entityOn(reads, loan, loanEntityId) : undefined;
  const id = templateId ?? entity?.template_id ?? loan.template_id;
  // The loan was made without a template and none was named: there is nothing to update.
  if (!id) throw new ApiError('NOT_FOUND');
  const template = await templateToApply(reads, actor, id);
  if (template.company_id !== loan.company_id) throw new ApiError('NOT_FOUND');
  const fits = template.block_type === 'LOAN' || entity?.kind !== undefined;
  if (!fits || (entity && !suits(template, entity))) throw new ApiError('TEMPLATE_DOES_NOT_FIT');
  const version = newestOf(template);
  const instead: Instead = entity
    ? { entity: { entityId: entity.entity_id, template: version }, only: entity.entity_id }
    : { loan: version };
  return { planned: await loadPlan(reads, loan, mode, instead), template, entity };
}

/** A loan's template has a block for each kind of entity. */
const suits = ({ block_type }: TemplateRow, { kind }: AskingEntity): boolean =>
  block_type === 'LOAN' || block_type === blockOf(kind);

async function entityOn(reads: Queries, loan: AskingLoan, loanEntityId: string) {
  const entity = (await entitiesToAsk(reads, loan)).find(({ id }) => id === loanEntityId);
  if (!entity) throw new ApiError('NOT_FOUND');
  return entity;
}

/** Records the version that the loan or entity uses; a template that is only added has a version of its own. */
async function standBy(
  tx: Tx,
  loan: AskingLoan,
  template: TemplateRow,
  entity: AskingEntity | undefined,
  mode: Order['mode'],
): Promise<void> {
  const version = newestOf(template);
  if (entity) {
    const isOfLoan = template.id === loan.template_id && entity.template_id === null;
    if (!isOfLoan)
      await setEntityTemplate(tx, loan, entity.id, { ...version, name: template.name });
    return;
  }
  if (mode === 'renew' || loan.template_id === null) {
    await deleteAddedTemplate(tx, loan, template.id);
    await setTemplate(tx, loan, version);
  } else if (template.id !== loan.template_id) {
    await saveAddedTemplate(tx, loan, version);
  }
}

function recordApplied(
  tx: Tx,
  actor: Actor,
  { loan, plan }: Planned,
  template: Version,
  entityId?: string,
): void {
  recordEvent(tx, {
    kind: 'template.applied',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['element', 'loan', 'loanList', 'entity'],
    detail: {
      templateId: template.id,
      version: template.version,
      ...(entityId && { entityId }),
      added: plan.add.length,
      changed: plan.change.length,
      removed: plan.remove.length,
    },
  });
}
