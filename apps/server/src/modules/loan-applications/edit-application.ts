/** Edits an application that is a draft. */
import type { LoanEntity } from '@cairn/contract';
import type { loanApplications } from '@cairn/contract/loan-applications';
import type { EntityKind, EntityLabel } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/handler.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  changeEntity,
  createOnLoan,
  entitiesOfLoan,
  ownIndividual,
  refuseUnfitLabels,
  relabelEntity,
  removeEntityFromLoan,
  type LoanEntityRow,
  type NewOnLoan,
} from '../entities/index.ts';
import { withRuleEvaluation, saveLoan } from '../loans/index.ts';
import { lockApplication, refuseUnlessOpen, type LoanWithApplication } from './find-application.ts';
import { applicationPolicy } from './policy.ts';
import { applicationNow, entityNow } from './present.ts';

type All = Handlers<typeof loanApplications>;
type Changed = Parameters<All['updateApplication']>[0]['body'];
type AddedSelf = Parameters<All['addApplicationIndividual']>[0]['body'];

interface Editing {
  readonly tx: Tx;
  readonly keys: CompanyKeys;
  readonly actor: Actor;
}

async function applicationToEdit({ tx, actor }: Editing, loanId: string) {
  const target = await lockApplication(tx, actor, loanId);
  const loan = authorize(applicationPolicy, 'edit', actor, target.loan);
  refuseUnlessOpen(target);
  return { loan, application: target.application };
}

export async function updateApplication(
  editing: Editing,
  loanId: string,
  { name, amount, loanPurpose }: Changed,
) {
  const { tx, keys, actor } = editing;
  const { loan } = await applicationToEdit(editing, loanId);
  const columns = { name, amount, loan_purpose: loanPurpose };
  const change = Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(change).length > 0) {
    await saveLoan(tx, loan, actor, change);
    recordEvent(tx, {
      kind: 'application.changed',
      companyId: loan.company_id,
      actorId: actor.accountId,
      loanId: loan.id,
      changes: ['application', 'loan', 'loanList', 'phase'],
      detail: { fields: Object.keys(change) },
      ...withRuleEvaluation(loan.company_id, loan.id),
    });
  }
  return applicationNow(tx, keys, actor, loanId);
}

export async function addEntity(
  editing: Editing,
  loanId: string,
  newEntity: Omit<NewOnLoan, 'path'>,
  labels: readonly EntityLabel[],
): Promise<LoanEntity> {
  const { tx, keys, actor } = editing;
  const { loan, application } = await applicationToEdit(editing, loanId);
  refuseUnfitLabels(application.application_roles, newEntity.kind, labels);
  const withPath = { ...newEntity, path: 'information' };
  const entityId = await createOnLoan(tx, keys, actor, loan, withPath, labels);
  return entityNow(tx, keys, actor, loan, entityId);
}

/** Adds the caller themselves; what they enter is merged with what is known of them. */
export async function addSelf(
  editing: Editing,
  { loanId, information, labels }: AddedSelf,
): Promise<LoanEntity> {
  const { tx, keys, actor } = editing;
  const target = await lockApplication(tx, actor, loanId);
  const loan = authorize(applicationPolicy, 'editSelf', actor, target.loan);
  if (labels.length > 0) authorize(applicationPolicy, 'edit', actor, target.loan);
  refuseUnlessOpen(target);
  // Labels are put on below, where those that the person has already are known.
  const { id } = await ownIndividual(tx, keys, actor, { loanId });
  if (labels.length > 0)
    await changeLabels(editing, target, await entityIn(editing, loanId, id), labels);
  if (Object.keys(information).length > 0) {
    await changeEntity(tx, keys, actor, id, { information }, ['INDIVIDUAL']);
  }
  return entityNow(tx, keys, actor, loan, id);
}

export interface EntityChange {
  readonly loanId: string;
  readonly entityId: string;
  readonly version: number;
  readonly information: Record<string, unknown>;
  readonly labels?: readonly EntityLabel[] | undefined;
}

export async function updateEntity(
  editing: Editing,
  { loanId, entityId, version, information, labels }: EntityChange,
  kinds: readonly EntityKind[],
): Promise<LoanEntity> {
  const { tx, keys, actor } = editing;
  const { target, row } = await entityToEdit(editing, loanId, entityId, kinds);
  grantOn(actor, target, row);
  if (labels) authorize(applicationPolicy, 'edit', actor, target.loan);
  refuseUnlessOpen(target);
  // People with a login edit their own information; the lead borrower sets their role.
  if (Object.keys(information).length > 0) {
    await changeEntity(tx, keys, actor, entityId, { version, information }, kinds);
  }
  if (labels) await changeLabels(editing, target, row, labels);
  return entityNow(tx, keys, actor, target.loan, entityId);
}

export async function removeEntity(
  editing: Editing,
  { loanId, entityId }: { loanId: string; entityId: string },
) {
  const { tx, actor } = editing;
  const { target, row } = await entityToEdit(editing, loanId, entityId);
  const loan = grantOn(actor, target, row);
  refuseUnlessOpen(target);
  await removeEntityFromLoan(tx, actor, loan, row);
  return { loanId, entityId };
}

/** People who may edit the application may change everything in it; others only their own individual. */
const grantOn = (actor: Actor, { loan }: LoanWithApplication, row: LoanEntityRow) =>
  row.account_id === actor.accountId && !applicationPolicy.edit(actor, loan)
    ? authorize(applicationPolicy, 'editSelf', actor, loan)
    : authorize(applicationPolicy, 'edit', actor, loan);

/**
 * Checked before the loan is locked, so that an entity that is not the caller's gives the same error as a missing
 * one; and again after, because it may have been removed meanwhile.
 */
export async function entityToEdit(
  editing: Pick<Editing, 'tx' | 'actor'>,
  loanId: string,
  entityId: string,
  kinds?: readonly EntityKind[],
): Promise<{ target: LoanWithApplication; row: LoanEntityRow }> {
  await entityIn(editing, loanId, entityId, kinds);
  const target = await lockApplication(editing.tx, editing.actor, loanId);
  return { target, row: await entityIn(editing, loanId, entityId, kinds) };
}

async function entityIn(
  { tx, actor }: Pick<Editing, 'tx' | 'actor'>,
  loanId: string,
  entityId: string,
  kinds?: readonly EntityKind[],
): Promise<LoanEntityRow> {
  const [row] = await entitiesOfLoan(tx, actor, loanId, { entityIds: [entityId] });
  if (!row || (kinds && !kinds.includes(row.kind))) throw new ApiError('NOT_FOUND');
  return row;
}

async function changeLabels(
  { tx, actor }: Editing,
  { loan, application }: LoanWithApplication,
  row: LoanEntityRow,
  labels: readonly EntityLabel[],
): Promise<void> {
  const added = labels.filter((label) => !row.labels.includes(label));
  refuseUnfitLabels(application.application_roles, row.kind, added);
  const same = labels.length === row.labels.length && labels.every((l) => row.labels.includes(l));
  if (!same)
    await relabelEntity(tx, actor, authorize(applicationPolicy, 'edit', actor, loan), row, labels);
}
