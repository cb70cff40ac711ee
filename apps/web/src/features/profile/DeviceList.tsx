import type { Device } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { formatModified } from '../../format/dates.ts';
import { useNow } from '../../kit/clock.ts';
import { NotThere } from '../../kit/NotThere.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './DeviceList.module.css';

const isPhone = (name: string): boolean => /iPhone|iPad|Android/.test(name);

function stateOf({ current, loggedIn, lastSeenDate }: Device, now: Date): string {
  if (current) return 'This browser';
  const seen = formatModified(lastSeenDate, now);
  return loggedIn ? `Logged in, last used: ${seen}` : `Logged out, last used: ${seen}`;
}

function DeviceRow({ device }: { device: Device }) {
  const now = useNow();
  const end = useAction('endDevice');
  const Icon = isPhone(device.name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.row}>
      <Icon className={classes.icon ?? ''} size={20} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <p className={classes.name}>{device.name}</p>
        <p className={classes.state} data-current={device.current || undefined}>
          {stateOf(device, now)}
        </p>
      </div>
      {!device.current && (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={`${device.loggedIn ? 'End' : 'Forget'} ${device.name}`}
          onClick={() => end.mutate({ params: { id: device.id } })}
        >
          {device.loggedIn ? 'End' : 'Forget'}
        </Button>
      )}
    </li>
  );
}

/** Where somebody is logged in, and the browsers that a lock does not shut out. */
export function DeviceList() {
  const query = useCall('listDevices', {});
  const { data } = query;
  const others = useAction('endOtherDevices');
  if (!data) {
    return (
      <div className={classes.waiting}>
        <NotThere
          query={query}
          loading="Loading your browsers"
          failed="Your browsers could not be loaded"
          rows={2}
        />
      </div>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {data.devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {data.devices.length > 1 && (
        <Button
          className={classes.all ?? ''}
          variant="default"
          loading={others.isPending}
          onClick={() =>
            others.mutate(
              {},
              { onSuccess: () => toast.success('All other browsers are logged out') },
            )
          }
        >
          End all others
        </Button>
      )}
    </>
  );
}
