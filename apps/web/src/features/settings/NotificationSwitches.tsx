import { Button } from '@mantine/core';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import classes from './ProfilePage.module.css';
import { SWITCHES } from './settings.ts';
import { useSettings } from './useSettings.ts';

export function NotificationSwitches({ hasPhone }: { hasPhone: boolean }) {
  const { data: settings, isPending, isError, refetch, change } = useSettings();
  const waiting = useDelayed(isPending);
  if (!settings) {
    return (
      <div className={classes.waiting}>
        {waiting && <RowsSkeleton label="Loading your settings" rows={4} />}
        {isError && (
          <EmptyState
            title="Your settings could not be loaded"
            action={
              <Button variant="default" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        )}
      </div>
    );
  }
  return (
    <div className={classes.groups}>
      {SWITCHES.map(({ title, switches }, index) => (
        <fieldset key={title} className={classes.group}>
          <legend className={classes.legend}>{title}</legend>
          {switches.map(({ field, label }) => (
            <Switch
              key={field}
              label={label}
              checked={settings[field]}
              onChange={(on) => change({ [field]: on })}
            />
          ))}
          {index === 1 && !hasPhone && (
            <p className={classes.description}>Add a phone number above to get them.</p>
          )}
        </fieldset>
      ))}
    </div>
  );
}
