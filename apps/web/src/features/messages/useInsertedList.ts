import type { CallName } from '@cairn/contract';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

type ListCall = Extract<CallName, 'generateNeedsListBody' | 'generateShoeboxListBody'>;
const NONE: Record<ListCall, string> = {
  generateNeedsListBody: 'No open requests on this loan',
  generateShoeboxListBody: 'No files waiting in the shoebox',
};

/** Loads the open requests of a loan, or the files in its shoebox, as list items to insert into a message. */
export function useInsertedList(
  call: ListCall,
  loanId: string | undefined,
  onList: (list: string) => void,
) {
  const { mutate, isPending } = useAction(call);
  return {
    loading: isPending,
    put: () => {
      if (loanId === undefined) return;
      mutate(
        { body: { loanId } },
        {
          onSuccess: ({ text }) => (text === '' ? toast.success(NONE[call]) : onList(text)),
        },
      );
    },
  };
}
