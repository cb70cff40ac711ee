import { useParams, useSearch } from '@tanstack/react-router';
import type { Administered } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';

/**
 * The user and the company they administer. `companyId` in the URL counts only for users without a company of their
 * own, that is, administrators [R032].
 */
export function useAdministered(): Administered {
  const user = useUser();
  const { companyId } = useSearch({ from: '/shell/admin' });
  const inPath = useParams({ strict: false });
  return { user, companyId: user.company?.id ?? inPath.companyId ?? companyId };
}
