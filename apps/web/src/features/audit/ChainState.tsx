import { Flex } from '@mantine/core';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { SupportLink } from '../../ui/SupportLink.tsx';
import { useCall } from '../../lib/useCall.ts';

const entriesOf = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

/** Computed from the entries whenever the page is opened, not read from a stored flag. */
export function ChainState({ loanId }: { loanId: string }) {
  const { data } = useCall('verifyAuditChain', { params: { loanId } });
  if (!data) return null;
  return (
    <Flex
      component="section"
      aria-label="Chain of this loan"
      wrap="wrap"
      align="center"
      rowGap="xs"
      columnGap="sm"
      mb="md"
      py="s10"
      px={14}
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
      fz="table"
      lh="table"
    >
      {data.state === 'UNBROKEN' ? (
        <>
          <StatusChip hue="green" icon={IconLink} label="Unbroken" />
          <span>
            {entriesOf(data.entries)}, each linked to the one before it. No changes detected.
          </span>
        </>
      ) : (
        <>
          <StatusChip hue="red" icon={IconLinkOff} label="Broken" />
          <span>
            Entry {data.brokenAt} doesn’t match the one before it. An entry was changed or removed.
            Contact support: <SupportLink />
          </span>
        </>
      )}
    </Flex>
  );
}
