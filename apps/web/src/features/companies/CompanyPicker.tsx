import { useNavigate } from '@tanstack/react-router';
import { isAdministrator, PLATFORM } from '../../lib/roles.ts';
import { CompanySelect } from './CompanySelect.tsx';
import { useAdministered } from './useAdministered.ts';

const CAIRN = { value: PLATFORM, label: 'Cairn itself' };

/**
 * Selects the company to administer and keeps it in the URL. Employees administer only their own company and see no
 * select.
 */
export function CompanyPicker({ withPlatform = false }: { withPlatform?: boolean }) {
  const { user, companyId } = useAdministered();
  const navigate = useNavigate();
  if (!isAdministrator(user)) return null;
  const value = withPlatform || companyId !== PLATFORM ? companyId : undefined;
  return (
    <CompanySelect
      label="Company"
      value={value ?? ''}
      onChange={(id) => void navigate({ to: '.', search: { companyId: id }, replace: true })}
      {...(withPlatform && { first: CAIRN })}
    />
  );
}
