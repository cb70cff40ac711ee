import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

/** The open requests of a loan, as lines of a list. */
export function useNeedsList(loanId: string | undefined, onList: (list: string) => void) {
  const { mutate, isPending } = useAction('generateNeedsListBody');
  return {
    loading: isPending,
    put: () => {
      if (loanId === undefined) return;
      mutate(
        { body: { loanId } },
        {
          onSuccess: ({ text }) =>
            text === '' ? toast.success('No open requests on this loan') : onList(text),
        },
      );
    },
  };
}
