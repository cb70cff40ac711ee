import type { GroupRole } from '@cairn/contract';
import { enterNewRole } from '../../lib/roleChange.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { roleName } from './roleNames.ts';

const requestFor = ({ roleLevel, company }: GroupRole, setDefault: boolean) => ({
  params: { roleLevel },
  query: {
    ...(company && { companyId: company.id }),
    ...(setDefault && { setDefault: 'true' as const }),
  },
});

/** The user's roles. Switching to another one reloads the application at the home page of that role. */
export function useRoles() {
  const { data } = useCall('listPossibleGroupRoles', {});
  const set = useAction('setLoggedRole');
  const reset = useAction('resetLoggedRole');
  const roles = data?.roles ?? [];
  return {
    roles,
    logged: roles.find(({ logged }) => logged),
    initial: roles.find(({ isDefault }) => isDefault),
    enter: (role: GroupRole) =>
      void afterwards(set.mutateAsync(requestFor(role, false)), enterNewRole),
    makeDefault: (role: GroupRole) =>
      void afterwards(set.mutateAsync(requestFor(role, true)), () =>
        toast.success(`You now start as ${roleName(role)}`),
      ),
    goBack: () => void afterwards(reset.mutateAsync({}), enterNewRole),
  };
}

/**
 * The menu is unmounted before the call ends, so callbacks passed to mutate would not run. The call reports a failure.
 */
async function afterwards(change: Promise<unknown>, next: () => void): Promise<void> {
  try {
    await change;
  } catch {
    return;
  }
  next();
}
