import { useParams, useSearch } from '@tanstack/react-router';
import type { Administered } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';

/** Who administers which company: `companyId` in the address counts for administrators only [R032]. */
export function useAdministered(): Administered {
  const user = useUser();
  const { companyId } = useSearch({ from: '/shell/admin' });
  const inPath = useParams({ strict: false });
  return { user, companyId: user.company?.id ?? inPath.companyId ?? companyId };
}
