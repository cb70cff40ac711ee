import type { Employee } from '@cairn/contract';
import { personName } from '../../lib/format/names.ts';
import { send } from '../../lib/client.ts';
import { copyText } from '../../lib/copyText.ts';
import { calls } from '../../lib/calls.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

/** Actions on an employee, except editing. */
export function useEmployee(companyId: string, person: Employee) {
  const resend = useAction('resendInvitation');
  const reset = useAction('adminResetPassword');
  const copyUploadLink = async () => {
    try {
      const query = { userId: person.id, companyId };
      const { url } = await send('getSecureUploadPageUrl', { query });
      await copyText(url, () => toast.success('Secure-upload link copied'));
    } catch (error) {
      reportFailure(error, calls.getSecureUploadPageUrl);
    }
  };
  return {
    copyUploadLink: () => void copyUploadLink(),
    resend: () =>
      resend.mutate(
        { params: { id: person.id }, body: { companyId } },
        { onSuccess: () => toast.success('Invitation Sent!') },
      ),
    resetPassword: () =>
      reset.mutate(
        { body: { userId: person.id } },
        {
          onSuccess: () =>
            toast.success(`${personName(person)} was emailed a link to choose a new password`),
        },
      ),
    busy: resend.isPending || reset.isPending,
  };
}
