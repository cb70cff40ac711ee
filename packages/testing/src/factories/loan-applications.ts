/** Factories for loan applications. */
import type { ApplicationState } from '@cairn/contract';
import type { Account, Loan } from './shapes.ts';
import type { RowWriter } from './row-writer.ts';

const REACHED = {
  DRAFT: 0,
  SUBMITTED: 1,
  IN_REVIEW: 2,
  ACCEPTED: 3,
  REJECTED: 3,
} as const satisfies Record<Exclude<ApplicationState, 'WITHDRAWN'>, number>;

export function loanApplicationFactory(rows: RowWriter) {
  const factory = {
    /** An application started `hoursAgo` hours ago; each later step follows after a quarter of that time. */
    async application(
      loan: Loan,
      by: Account,
      state: keyof typeof REACHED = 'DRAFT',
      over: Partial<{
        hoursAgo: number;
        templateName: string;
        message: string;
        referredTo: Account;
      }> = {},
    ): Promise<void> {
      const { hoursAgo = 4 } = over;
      const startedAt = Date.now() - hoursAgo * 3_600_000;
      const step = (number: number): string | null =>
        number > REACHED[state]
          ? null
          : new Date(startedAt + (number * hoursAgo * 3_600_000) / 4).toISOString();
      const rejected = state === 'REJECTED' ? 'Not this time.' : null;
      await rows.insert('loan_application', {
        company_id: loan.companyId,
        loan_id: loan.id,
        state,
        template_name: over.templateName ?? 'Small business loan',
        created_at: step(0),
        created_by: by.id,
        submitted_at: step(1),
        review_started_at: step(2),
        response_at: step(3),
        response_message: over.message ?? rejected,
        referred_to: over.referredTo?.id ?? null,
      });
    },

    /** Records that a person confirmed the current version of their information. */
    async ownInfo(loan: Loan, entity: { id: string }): Promise<void> {
      await rows.client.query(
        `insert into cairn.application_person
           (company_id, loan_id, entity_id, own_info_submitted_at, own_info_version)
         select company_id, $2, id, now(), version from cairn.entity
         where company_id = $1 and id = $3`,
        [loan.companyId, loan.id, entity.id],
      );
    },
  };
  return factory;
}
