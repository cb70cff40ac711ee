/** Creates the row of a loan: its type, its first phase and its short code. */
import { randomInt } from 'node:crypto';
import { LOAN_TYPE_CODES, type LoanType } from '@cairn/contract';
import type { needsList } from '@cairn/contract/needs-list';
import type { Actor } from '../../platform/actor.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import type { Handlers } from '../../platform/handler.ts';
import { newId } from '../../platform/ids.ts';
import { findFirstPhase, insertLoan, type LoanKey } from './create-store.ts';

type NewLoanBody = Parameters<Handlers<typeof needsList>['createFromTemplate']>[0]['body'];

/** The fields of a new loan. */
export type NewLoan = Pick<
  NewLoanBody,
  'name' | 'loanType' | 'loanPurpose' | 'amount' | 'color' | 'closeDate'
>;

/** The part of a template's row that a new loan uses. */
interface TemplateHead {
  readonly company_id: string;
  readonly loan_type: string | null;
}

export function loanTypeOf(body: Pick<NewLoan, 'loanType'>, template: TemplateHead): LoanType {
  const loanType = body.loanType ?? LOAN_TYPE_CODES.find((code) => code === template.loan_type);
  if (!loanType) throw invalidField('loanType', 'Choose a type');
  return loanType;
}

/** Creates the loan without members and requests. */
export async function createLoan(
  tx: Tx,
  actor: Actor,
  body: NewLoan,
  template: TemplateHead,
  version: { readonly id: string; readonly version: number },
  phase: Awaited<ReturnType<typeof findFirstPhase>>,
): Promise<LoanKey> {
  if (!phase) throw invalidField('phase', 'Your company has no phase for new loans yet');
  const loan = {
    company_id: template.company_id,
    id: newId(),
    name: body.name,
    loan_type: loanTypeOf(body, template),
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
    insertLoan(tx, { ...loan, short_code: newShortCode(body.name) }).catch((error: unknown) => {
      // The phase or template may be deleted between the check and the write.
      throw isForeignKeyViolation(error) ? new ApiError('CONFLICT') : error;
    });
  while (!(await insert()));
  return loan;
}

/** Without characters that are easily confused on the phone. */
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function newShortCode(name: string): string {
  const initials = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 4)
    .toUpperCase();
  const rest = Array.from(
    { length: 5 },
    () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)],
  ).join('');
  return initials === '' ? rest : `${initials}-${rest}`;
}
