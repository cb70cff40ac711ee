import type { Loan, LoanSummary, Person } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { loanPolicy } from './policy.ts';
import type { FullLoan, SummaryRow, TeamRow } from './store.ts';

export function presentSummary(row: SummaryRow): LoanSummary {
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
    pinned: row.pinned,
    team: row.team.map((member) => ({ role: member.role, user: presentPerson(member) })),
    lastModifiedDate: row.modified_at,
  };
}

export function presentLoan(row: FullLoan, actor: Actor): Loan {
  return {
    ...presentSummary(row),
    companyId: row.company_id,
    companyName: row.company_name,
    status: row.status,
    createdDate: row.created_at,
    packageTotals: {
      totalFiles: row.files,
      totalAnsweredFiles: row.files_answered,
      totalApprovedFiles: row.files_approved,
    },
    loanRoles: row.team.map((member) => ({
      id: member.id,
      loanId: row.id,
      role: member.role,
      user: presentPerson(member),
    })),
    abilities: { upload: loanPolicy.upload(actor, row) },
  };
}

const presentPerson = ({ accountId, givenName, familyName, emailAddress }: TeamRow): Person => ({
  id: accountId,
  givenName,
  familyName,
  emailAddress,
});

/** An empty package is at 0 %, not undefined. */
const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);
