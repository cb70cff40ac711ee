import { Group } from '@mantine/core';
import { useCall } from '../../lib/useCall.ts';
import { CompanyMark } from '../companies/CompanyMark.tsx';

/** The lender's logo and name. The call is public, so applicants without a role at the lender see them too. */
export function LenderName({ lenderId }: { lenderId: string }) {
  const { data } = useCall('getCompanyLogo', { params: { companyId: lenderId } });
  if (!data?.name) return null;
  return (
    <Group
      component="p"
      wrap="nowrap"
      gap="s10"
      mb="sm"
      c="var(--ink-2)"
      style={{ font: 'var(--font-body)' }}
    >
      <CompanyMark name={data.name} logo={data.logo} />
      {data.name}
    </Group>
  );
}
