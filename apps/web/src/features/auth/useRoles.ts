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

/** The person's roles; to work in another one is to load the page anew, at that role's home. */
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

/** The menu is gone by then, so its own callbacks would not be heard; a failure is said elsewhere. */
async function afterwards(change: Promise<unknown>, next: () => void): Promise<void> {
  try {
    await change;
  } catch {
    return;
  }
  next();
}
