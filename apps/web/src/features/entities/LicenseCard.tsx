import type { DriversLicense, LoanEntity } from '@cairn/contract';
import { Group, Text } from '@mantine/core';
import { useNow } from '../../lib/clock.ts';
import { formatDay, today } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import classes from './Entities.module.css';

function wordsFor({ license, dlFront, dlBack, abilities }: DriversLicense, day: string): string {
  if (license) {
    const verb = license.expiresOn < day ? 'Expired' : 'Expires';
    return `Confirmed. ${verb} ${formatDay(license.expiresOn)}.`;
  }
  if (dlFront || dlBack) return 'Started, not confirmed yet.';
  return abilities.edit
    ? 'Front and back. We read the barcode for you.'
    : 'Not added yet. Only the person can add it.';
}

/** Link to a person's driver's license. Shows the status of the license once it is loaded [R298]. */
export function LicenseCard({ entity, lenderId }: { entity: LoanEntity; lenderId?: string }) {
  const { loanId, entityId: personId } = entity;
  const { data } = useCall(
    'getDriversLicense',
    { params: { id: personId } },
    { onFailure: ({ status }) => status !== 401 },
  );
  const day = today(useNow());
  return (
    <Group
      component="section"
      gap="sm"
      justify="space-between"
      mt="md"
      p="s20"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
      aria-label="Driver’s license"
    >
      <div>
        <Text component="h2" size="subsection" fw={600}>
          Driver’s license
        </Text>
        <p className={classes.meta}>{data ? wordsFor(data, day) : ' '}</p>
      </div>
      <LinkButton
        to={routes.driversLicense}
        params={{ loanId, personId }}
        search={lenderId === undefined ? {} : { lenderId }}
        variant="default"
        mih="var(--touch)"
      >
        {data?.abilities.edit && !data.license ? 'Add your license' : 'View the license'}
      </LinkButton>
    </Group>
  );
}
