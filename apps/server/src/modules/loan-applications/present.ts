import {
  applicationRolesOf,
  type ApplicationSummary,
  type LoanApplication,
  type LoanEntity,
} from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { entitiesOfLoan, presentLoanEntities } from '../entities/index.ts';
import {
  applicationStateOf,
  isWithdrawable,
  loanWithStanding,
  presentPerson,
  type LoanStanding,
} from '../loans/index.ts';
import { addressOf, contentsOf, missingStepsFor, ownIn, type Contents } from './contents.ts';
import { applicationPolicy, claimPolicy } from './policy.ts';
import { documentsOf, findApplication, type ApplicationRow, type SummaryRow } from './store.ts';

export const presentSummary = (row: SummaryRow): ApplicationSummary => ({
  id: row.id,
  loanId: row.id,
  lenderId: row.company_id,
  lenderName: row.company_name,
  shortCode: row.short_code,
  name: row.name,
  state: applicationStateOf(row.state, row.status),
  loanType: row.loan_type,
  loanPurpose: row.loan_purpose,
  amount: row.amount,
  leadBorrower: row.lead_borrower && presentPerson(row.lead_borrower),
  createdDate: row.created_at,
  applicationSubmittedAt: row.submitted_at,
  applicationReviewStartedAt: row.review_started_at,
  applicationResponseAt: row.response_at,
});

/** One application as this caller sees it now. */
export async function applicationNow(
  reads: Queries,
  keys: CompanyKeys,
  actor: Actor,
  loanId: string,
): Promise<LoanApplication> {
  const loan = await loanWithStanding(reads, actor, loanId);
  const row = await findApplication(reads, actor, loanId);
  if (!row) throw new ApiError('LOAN_NOT_FOUND');
  const contents = await contentsOf(reads, keys, actor, row);
  return {
    ...presentSummary(row),
    templateId: row.template_id,
    templateName: row.template_name,
    people: contents.people.map(({ row: person, required, invited, saidAt }) => ({
      loanEntityId: person.loan_entity_id,
      entityId: person.id,
      name: person.name,
      emailAddress: addressOf(person),
      userId: person.account_id,
      labels: person.labels,
      required,
      invited,
      ownInfoSubmittedAt: saidAt,
    })),
    roles: applicationRolesOf(row.application_roles),
    lacking: missingStepsFor(actor, loan, row, contents),
    documents: await documentsOf(reads, actor, loanId),
    applicationLenderUserReferred: row.referred_to && presentPerson(row.referred_to),
    responseMessage: row.response_message,
    ownLoanEntityId: ownIn(contents, actor)?.row.loan_entity_id ?? null,
    abilities: abilitiesOn(actor, loan, row, contents),
  };
}

function abilitiesOn(
  actor: Actor,
  loan: LoanStanding,
  row: ApplicationRow,
  contents: Contents,
): LoanApplication['abilities'] {
  const state = applicationStateOf(row.state, row.status);
  const isDraft = state === 'DRAFT';
  const ownPerson = ownIn(contents, actor);
  return {
    edit: isDraft && applicationPolicy.edit(actor, loan),
    invite: isDraft && applicationPolicy.invite(actor, loan),
    submitOwnInfo: isDraft && ownPerson?.saidAt === null && applicationPolicy.editSelf(actor, loan),
    submit: isDraft && applicationPolicy.submit(actor, loan),
    withdraw: isWithdrawable({ ...row, state }) && applicationPolicy.withdraw(actor, loan),
    startReview: state === 'SUBMITTED' && claimPolicy.startReview(actor, { ...loan, ...row }),
    finishReview: state === 'IN_REVIEW' && applicationPolicy.finishReview(actor, loan),
  };
}

/** One of its entities. While it is a draft, its editors may also change the entity's role and remove it. */
export async function entityNow(
  reads: Queries,
  keys: CompanyKeys,
  actor: Actor,
  loan: LoanStanding,
  entityId: string,
): Promise<LoanEntity> {
  const rows = await entitiesOfLoan(reads, actor, loan.id, { entityIds: [entityId] });
  const [entity] = await presentLoanEntities(keys, reads, actor, rows, loan);
  if (!entity) throw new ApiError('NOT_FOUND');
  const edits = applicationPolicy.edit(actor, loan);
  return { ...entity, abilities: { ...entity.abilities, label: edits, remove: edits } };
}
