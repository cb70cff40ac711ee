import type { StoppedAddress } from '@cairn/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { deliveryReason } from '../../lib/format/deliveryReason.ts';
import { useTryAddressAgain } from './useTryAddressAgain.ts';
import { stoppedSentence } from './deliveryText.ts';

interface StoppedNoticeProps {
  loanId: string;
  stopped: StoppedAddress;
  /** The person's phone number, if the lender has one. */
  phone: string | null;
  /** Whether the caller is allowed to try the address again. */
  mayTryAgain: boolean;
  /** Set only for people who have not accepted their invitation: all others change their address themselves. */
  onCorrect: (() => void) | undefined;
  /** Called after the address was confirmed, to send an invitation again. */
  onTriedAgain?: (() => void) | undefined;
}

function CallThem({ phone }: { phone: string | null }) {
  if (phone === null) return 'Call them for another address.';
  return (
    <>
      Call them at <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>.
    </>
  );
}

/** Says why nothing more is sent to a person's address, and what to do about it. */
export function StoppedNotice(props: StoppedNoticeProps) {
  const { loanId, stopped, phone, mayTryAgain, onCorrect, onTriedAgain } = props;
  const { busyWith, tryAgain } = useTryAddressAgain(loanId);
  const reason = stopped.cause === 'BOUNCED' ? deliveryReason(stopped.reason) : undefined;
  const canCorrect = onCorrect !== undefined && stopped.channel === 'EMAIL';
  return (
    <Stack
      role="note"
      gap="xs"
      mt="xs"
      p="sm"
      bdrs="md"
      bg="var(--red-bg)"
      c="var(--red-fg)"
      style={{ gridColumn: '2 / -1' }}
    >
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <IconAlertTriangle size={16} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
        <Text size="meta" inline={false} style={{ overflowWrap: 'anywhere' }}>
          {stoppedSentence(stopped)} {reason} <CallThem phone={phone} />
        </Text>
      </Group>
      {(canCorrect || mayTryAgain) && (
        <Group gap="xs" pl="lg">
          {canCorrect && (
            <Button variant="default" size="compact-sm" onClick={onCorrect}>
              Correct the address
            </Button>
          )}
          {mayTryAgain && (
            <Button
              variant="default"
              size="compact-sm"
              loading={busyWith === stopped.deliveryId}
              aria-label={`Try this address again: ${stopped.address}`}
              onClick={() => tryAgain(stopped.deliveryId, stopped.address, onTriedAgain)}
            >
              Try this address again
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
