import { NotThere } from '../../kit/NotThere.tsx';
import { Switch } from '../../kit/Switch.tsx';
import classes from './ProfilePage.module.css';
import { SWITCHES } from './settings.ts';
import { useSettings } from './useSettings.ts';

export function NotificationSwitches({ hasPhone }: { hasPhone: boolean }) {
  const { change, ...query } = useSettings();
  const { data: settings } = query;
  if (!settings) {
    return (
      <div className={classes.waiting}>
        <NotThere
          query={query}
          loading="Loading your settings"
          failed="Your settings could not be loaded"
          rows={4}
        />
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
