import { personName } from './format/names.ts';
import { pipelineCompany } from './roles.ts';
import { useCall } from './useCall.ts';
import { useUser } from './useUser.ts';

/**
 * The options of a filter by employee of the user's company, with the user first. Empty for users without a company and
 * for companies without other employees.
 */
export function useOfficers(): { value: string; label: string }[] {
  const user = useUser();
  const companyId = pipelineCompany(user)?.id ?? '';
  const { data } = useCall(
    'listEmployees',
    { params: { companyId } },
    { enabled: companyId !== '', onFailure: () => true },
  );
  const others = (data?.employees ?? []).filter(
    ({ id, invitation }) => id !== user.id && invitation === null,
  );
  if (others.length === 0) return [];
  return [
    { value: user.id, label: 'Me' },
    ...others.map((person) => ({ value: person.id, label: personName(person) })),
  ];
}
