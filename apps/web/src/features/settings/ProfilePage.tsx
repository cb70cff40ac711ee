import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../kit/useCall.ts';
import { NotificationSwitches } from './NotificationSwitches.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './ProfilePage.module.css';
import { shownVersion } from './settings.ts';
import { ThemeChoice } from './ThemeChoice.tsx';
import { TimezoneChoice } from './TimezoneChoice.tsx';

interface SectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ title, text, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

export function ProfilePage() {
  const context = useRouteContext({ from: '/shell' });
  const { data: user = context.user } = useCall('getLoggedUser', {});
  const { data: version } = useCall('getVersion', {});
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Profile</h1>
      <Section title="Your details" text="Everyone you work with on a loan sees your name.">
        <ProfileForm user={user} />
      </Section>
      <Section title="Notifications" text="What you are told about while you are not here.">
        <NotificationSwitches hasPhone={user.phone !== null} />
      </Section>
      <Section title="Time zone" text="Kept for due dates and reminders.">
        <TimezoneChoice />
      </Section>
      <Section title="Theme" text="For this browser only.">
        <ThemeChoice />
      </Section>
      {version && <p className={classes.version}>Cairn {shownVersion(version.version)}</p>}
    </div>
  );
}
