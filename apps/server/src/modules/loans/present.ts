import {
  levelOf,
  type Label,
  type Loan,
  type LoanLender,
  type LoanRole,
  type LoanSummary,
  type Person,
} from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { logoAddress } from '../companies/index.ts';
import { applicationStateOf } from './application-state.ts';
import {
  answersForCompany,
  invitesTo,
  labelPolicy,
  loanPolicy,
  reviewPolicy,
  statePolicy,
} from './policy.ts';
import { nextReviewStatuses } from './review.ts';
import { nextCategories } from './stages.ts';
import { nextStatuses } from './status.ts';
import type { FullLoan } from './full-loan-store.ts';
import type { LabelOnRole, LenderRow, PersonRow, SummaryRow, TeamRow } from './store.ts';

/** The caller's roles on the loan at the level they are logged in with, from the loan's team. */
const rolesOf = ({ accountId, roleLevel }: Actor, team: TeamRow[]): LoanRole[] =>
  team
    .filter((member) => member.accountId === accountId && levelOf(member.role) === roleLevel)
    .map(({ role }) => role);

export function presentSummary(row: SummaryRow, actor: Actor): LoanSummary {
  return {
    id: row.id,
    shortCode: row.short_code,
    name: row.name,
    loanType: row.loan_type,
    loanPurpose: row.loan_purpose,
    amount: row.amount,
    color: row.color,
    loanPhase: {
      id: row.phase_id,
      name: row.phase_name,
      lenderId: row.company_id,
      displayOrder: row.phase_order,
      category: row.phase_category,
    },
    phaseEnteredDate: row.phase_entered_at,
    closeDate: row.close_date,
    percentageAnswered: percentage(row.files_answered, row.files),
    percentageApproved: percentage(row.files_approved, row.files),
    packageTotals: {
      totalFiles: row.files,
      totalAnsweredFiles: row.files_answered,
      totalApprovedFiles: row.files_approved,
      totalFilesToReview: row.files_to_review,
    },
    pinned: row.pinned,
    team: row.team.map((member) => ({ role: member.role, user: presentPerson(member) })),
    lender: row.lender && presentLender(row.lender, row.company_id),
    lastModifiedDate: row.modified_at,
    abilities: {
      move: statePolicy.edit(actor, {
        my_roles: rolesOf(actor, row.team),
        owns_company: row.owns_company,
      }),
    },
  };
}

function presentLender({ name, logoVersion, officer }: LenderRow, companyId: string): LoanLender {
  return {
    id: companyId,
    name,
    logo: logoAddress(companyId, logoVersion),
    officer: officer && { ...presentPerson(officer), phone: officer.phone },
  };
}

export function presentLoan(row: FullLoan, actor: Actor): Loan {
  const loanEntities = row.entities.map((each) => ({ ...each, label: each.labels[0] ?? null }));
  const readsLabels = labelPolicy.read(actor, row);
  const edits = statePolicy.edit(actor, row);
  const takesBack = answersForCompany(actor, row);
  return {
    ...presentSummary(row, actor),
    companyId: row.company_id,
    companyName: row.company_name,
    status: row.status,
    reviewStatus: row.review_status,
    createdDate: row.created_at,
    lastModifiedByUser: row.modified_by && presentPerson(row.modified_by),
    whenLastViewed: row.opened_at,
    userProgress: row.user_progress,
    ...presentTemplate(row, actor),
    packageTotals: {
      ...presentSummary(row, actor).packageTotals,
      totalFilesHidden: row.files_hidden,
      totalFolders: row.folders,
      totalFoldersHidden: row.folders_hidden,
      totalPackagesItems: row.package_items,
      totalShoexboxItems: row.in_shoebox,
    },
    loanRoles: row.team.map((member) => ({
      id: member.id,
      loanId: row.id,
      role: member.role,
      user: presentPerson(member),
      labels: readsLabels ? labelsOn(member.id, row.labels) : [],
    })),
    ...presentApplied(row),
    loanEntities,
    applicantEntity: loanEntities.find(({ label }) => label !== null) ?? null,
    nextStatuses: edits ? nextStatuses(row, takesBack) : [],
    nextCategories: edits ? nextCategories(row, takesBack) : [],
    nextReviewStatuses: nextReviewStatuses(row, (to) => reviewPolicy.take(actor, { ...row, to })),
    abilities: {
      move: edits,
      upload: loanPolicy.upload(actor, row),
      edit: edits,
      invite: invitesTo(actor, row),
      readLabels: readsLabels,
      putLabels: labelPolicy.put(actor, row),
    },
  };
}

/** Templates are visible to the lender only; an applicant knows the name of the one they chose. */
function presentTemplate(row: FullLoan, { roleLevel }: Actor) {
  const { template_id: id, template_name: name, template_version: version } = row;
  const reads = roleLevel === 'LENDER' || roleLevel === 'ADMIN';
  const isKnown = reads && id !== null && name !== null && version !== null;
  return {
    template: isKnown ? { id, name, version } : null,
    templateProjectName: (reads ? row.template_project_name : null) ?? row.applied_template_name,
  };
}

const presentApplied = (row: FullLoan) => ({
  applicationState: row.application_state && applicationStateOf(row.application_state, row.status),
  applicationSubmittedAt: row.submitted_at,
  applicationReviewStartedAt: row.review_started_at,
  applicationResponseAt: row.response_at,
  applicationLenderUserReferred: row.referred_to && presentPerson(row.referred_to),
});

const labelsOn = (roleId: string, labels: LabelOnRole[]): Label[] =>
  labels
    .filter((label) => label.roleId === roleId)
    .map(({ id, name, color }) => ({ id, name, color }));

export const presentPerson = ({
  accountId,
  givenName,
  familyName,
  emailAddress,
}: PersonRow): Person => ({
  id: accountId,
  givenName,
  familyName,
  emailAddress,
});

/** 0 % for an empty package, instead of an undefined value. */
const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);
