import type { Device } from '@cairn/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { formatModified } from '../../lib/format/dates.ts';
import { useNow } from '../../lib/clock.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordField } from '../../ui/FormFields.tsx';
import { RowList } from '../../ui/RowList.tsx';

const isPhone = (name: string): boolean => /iPhone|iPad|Android/.test(name);

function stateOf({ current, loggedIn, lastSeenDate }: Device, now: Date): string {
  if (current) return 'This browser';
  const lastUsed = formatModified(lastSeenDate, now);
  return loggedIn ? `Logged in, last used: ${lastUsed}` : `Logged out, last used: ${lastUsed}`;
}

interface EndDialogProps {
  /** The browser to log out, or undefined for all except this one. */
  device: Device | undefined;
  onClose: () => void;
}

function EndDialog({ device, onClose }: EndDialogProps) {
  const options = {
    initialValues: { password: '' },
    onSuccess: () => {
      toast.success(device ? `${device.name} is logged out` : 'All other browsers are logged out');
      onClose();
    },
  };
  const one = useCallForm('endDevice', {
    ...options,
    request: (body) => ({ params: { id: device?.id ?? '' }, body }),
  });
  const all = useCallForm('endOtherDevices', { ...options, request: (body) => ({ body }) });
  const form = device ? one : all;
  return (
    <FormDialog
      title={device ? `Log out ${device.name}?` : 'Log out other browsers?'}
      lead="Enter your password to confirm."
      form={form}
      submit="Log out"
      onClose={onClose}
    >
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
        data-autofocus
      />
    </FormDialog>
  );
}

interface RowProps {
  device: Device;
  onEnd: () => void;
}

function DeviceRow({ device, onEnd }: RowProps) {
  const now = useNow();
  const Icon = isPhone(device.name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Group component="li" wrap="nowrap" gap="sm" py="sm">
      <Icon color="var(--ink-3)" size={20} stroke={1.5} aria-hidden />
      <Box flex={1} miw={0}>
        <Text size="body" fw={500}>
          {device.name}
        </Text>
        <Text size="meta" c={device.current ? 'var(--green-fg)' : 'dimmed'}>
          {stateOf(device, now)}
        </Text>
      </Box>
      {!device.current && (
        <Button
          variant="default"
          aria-label={`${device.loggedIn ? 'Log out' : 'Forget'} ${device.name}`}
          onClick={onEnd}
        >
          {device.loggedIn ? 'Log out' : 'Forget'}
        </Button>
      )}
    </Group>
  );
}

/** Browsers in which the user is logged in, and known browsers, from which log-in works during a lockout too. */
export function DeviceList() {
  const query = useCall('listDevices', {});
  const { data } = query;
  const [ending, setEnding] = useState<{ device: Device | undefined } | null>(null);
  if (!data) {
    return (
      <QueryFallback
        query={query}
        loading="Loading your browsers"
        failed="Your browsers could not be loaded"
        rows={2}
      />
    );
  }
  const close = () => setEnding(null);
  return (
    <>
      <RowList>
        {data.devices.map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={() => setEnding({ device })} />
        ))}
      </RowList>
      {data.devices.length > 1 && (
        <Button
          mt="md"
          w={{ base: '100%', sm: 'auto' }}
          variant="default"
          onClick={() => setEnding({ device: undefined })}
        >
          Log out other browsers
        </Button>
      )}
      {ending && <EndDialog device={ending.device} onClose={close} />}
    </>
  );
}
