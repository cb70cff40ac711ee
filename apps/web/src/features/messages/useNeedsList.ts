import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';

/** What is still open on a loan, as lines of a list. */
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
            text === '' ? toast.success('Nothing is open on this loan') : onList(text),
        },
      );
    },
  };
}
