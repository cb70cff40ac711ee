import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../../kit/useCall.ts';
import classes from './CompanyPicker.module.css';
import { isAdministrator, PLATFORM } from './sections.ts';
import { useAdministered } from './useAdministered.ts';

/** Which company is administered, kept in the address. Staff have their own, and nothing to choose. */
export function CompanyPicker({ withPlatform = false }: { withPlatform?: boolean }) {
  const { user, companyId } = useAdministered();
  const navigate = useNavigate();
  const { data } = useCall('listAuditChoices', {}, { enabled: isAdministrator(user) });
  if (!isAdministrator(user)) return null;
  const companies = (data?.companies ?? []).filter(({ id }) => withPlatform || id !== PLATFORM);
  const choose = (id: string) =>
    void navigate({ to: '.', search: id ? { companyId: id } : {}, replace: true });
  return (
    <NativeSelect
      label="Company"
      value={companyId ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
      classNames={{
        root: classes.root ?? '',
        input: classes.input ?? '',
        label: classes.label ?? '',
      }}
    >
      <option value="">Choose a company</option>
      {companies.map(({ id, name }) => (
        <option key={id} value={id}>
          {id === PLATFORM ? 'Cairn itself' : name}
        </option>
      ))}
    </NativeSelect>
  );
}
