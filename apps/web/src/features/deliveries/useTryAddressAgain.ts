import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

/**
 * Confirms a stopped address. The server then resends what was not delivered in the last two weeks, except invitations.
 */
export function useTryAddressAgain(loanId: string) {
  const action = useAction('sendDeliveryAgain');
  return {
    busyWith: action.isPending ? action.variables.params.deliveryId : undefined,
    tryAgain: (deliveryId: string, address: string, onDone?: () => void) =>
      action.mutate(
        { params: { id: loanId, deliveryId } },
        {
          onSuccess: () => {
            toast.success(`Trying ${address} again`);
            onDone?.();
          },
        },
      ),
  };
}
