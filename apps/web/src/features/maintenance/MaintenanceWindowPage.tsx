import type { MaintenanceWindow } from '@cairn/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CallError } from '../../kit/CallError.ts';
import { useNow } from '../../kit/clock.ts';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { useZone } from '../settings/useZone.ts';
import { LOOKS } from './looks.ts';
import classes from './MaintenanceWindowPage.module.css';
import { fromField, spanOf, toField } from './wording.ts';

function State({ window, zone }: { window: MaintenanceWindow; zone: string | undefined }) {
  const clear = useAction('clearMaintenance');
  const { start, end, state } = window;
  const onCleared = () =>
    toast.success(state === 'ACTIVE' ? 'Everybody is let in again' : 'The window is cleared');
  return (
    <section className={classes.card} aria-label="State">
      <div className={classes.state}>
        <StatusChip {...LOOKS[state]} />
        <span className={classes.span}>
          {start && end ? spanOf({ start, end }, zone) : 'Nobody is kept out.'}
        </span>
        {state !== 'NONE' && (
          <Button
            variant="default"
            loading={clear.isPending}
            onClick={() => clear.mutate({}, { onSuccess: onCleared })}
          >
            {state === 'ACTIVE' ? 'End it now' : 'Clear'}
          </Button>
        )}
      </div>
    </section>
  );
}

type Fields = Record<'start' | 'end', string>;
type Errors = Partial<Fields>;

function errorsOf({ start, end }: Fields): Errors {
  if (!start) return { start: 'Choose when it starts' };
  if (!end) return { end: 'Choose when it ends' };
  return end > start ? {} : { end: 'Must be after the start' };
}

const IN_AN_HOUR_MS = 3_600_000;

/** An hour from now, for an hour: something to change rather than something to fill in. */
function proposal(zone: string | undefined): Fields {
  const hour = Math.ceil(Date.now() / IN_AN_HOUR_MS) * IN_AN_HOUR_MS;
  const field = (ms: number) => toField(new Date(ms).toISOString(), zone);
  return { start: field(hour + IN_AN_HOUR_MS), end: field(hour + 2 * IN_AN_HOUR_MS) };
}

const field = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  error: classes.error ?? '',
};

function Schedule({ zone, replaces }: { zone: string | undefined; replaces: boolean }) {
  const [fields, setFields] = useState<Fields>(() => proposal(zone));
  const [errors, setErrors] = useState<Errors>({});
  const onFailure = ({ fieldErrors }: CallError): boolean => {
    setErrors(fieldErrors);
    return Object.keys(fieldErrors).length > 0;
  };
  const set = useAction('setMaintenance', { onFailure });
  const start = fromField(fields.start, zone);
  const end = fromField(fields.end, zone);
  const now = useNow();
  const atOnce = start !== undefined && Date.parse(start) <= now.getTime();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorsOf(fields);
    setErrors(found);
    if (Object.keys(found).length > 0 || !start || !end) return;
    set.mutate(
      { body: { start, end } },
      { onSuccess: () => toast.success('The window is set, and everybody is told') },
    );
  };
  const inputOf = (name: keyof Fields, label: string) => (
    <TextInput
      type="datetime-local"
      name={name}
      label={label}
      value={fields[name]}
      error={errors[name]}
      onChange={({ currentTarget: { value } }) =>
        setFields((before) => ({ ...before, [name]: value }))
      }
      classNames={field}
    />
  );
  return (
    <section className={classes.card} aria-label="Schedule">
      <h2 className={classes.heading}>{replaces ? 'Set another window' : 'Set a window'}</h2>
      <form className={classes.form} onSubmit={submit} noValidate>
        {inputOf('start', 'Starts')}
        {inputOf('end', 'Ends')}
        <div className={classes.foot}>
          <Button type="submit" loading={set.isPending}>
            Set the window
          </Button>
          <p className={classes.note}>
            {atOnce
              ? 'It starts at once: everybody but administrators is sent to the maintenance page.'
              : `Times are ${zone ? zone.replaceAll('_', ' ') : 'your browser’s'}. Everybody reads them in their own time zone.`}
          </p>
        </div>
      </form>
    </section>
  );
}

export function MaintenanceWindowPage() {
  const { data: window, isError, error } = useCall('getMaintenance', {});
  const settings = useCall('getUserSettings', {});
  const zone = useZone();
  const waiting = useDelayed(!window || settings.isPending);
  if (isError) throw error;
  return (
    <>
      <h1 className={classes.title}>Maintenance Window</h1>
      <p className={classes.lead}>
        Announced to everybody from 24 hours before. While it is on, only administrators get in.
      </p>
      {window && !settings.isPending ? (
        <>
          <State window={window} zone={zone} />
          <Schedule zone={zone} replaces={window.state !== 'NONE'} />
        </>
      ) : (
        waiting && <RowsSkeleton label="Loading the window" rows={2} />
      )}
    </>
  );
}
