import type { Element, LoanSummary } from '@cairn/contract';
import type { Tasks } from '../home/tasks.ts';

export type Choice =
  | { kind: 'request'; key: string; label: string; note: string; element: Element }
  | { kind: 'shoebox'; key: string; label: string; note: string; loanId: string | null };

interface LoanTasks {
  loan: Pick<LoanSummary, 'id' | 'name'>;
  tasks: Tasks;
}

/**
 * The open requests of each loan. The note names the person or business, because two businesses can be asked for the
 * same document.
 */
export const choicesOf = (perLoan: readonly LoanTasks[]): Choice[] =>
  perLoan.flatMap(({ loan, tasks }): Choice[] => [
    ...tasks.groups.flatMap(({ name, todo }) =>
      todo
        .filter(({ questionType }) => questionType === null)
        .map((element) => ({
          ...{ kind: 'request' as const, key: element.id, label: element.title, element },
          note: name === null ? loan.name : `${name}, ${loan.name}`,
        })),
    ),
    {
      ...{ kind: 'shoebox', key: loan.id, label: 'Not sure' },
      ...{ note: `Send it to ${loan.name} anyway, we’ll sort it`, loanId: loan.id },
    },
  ]);
