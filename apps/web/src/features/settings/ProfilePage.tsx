import type { LoggedUser } from '@cairn/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../kit/useCall.ts';
import { CloseAccount } from '../accounts/CloseAccount.tsx';
import { CreditConsent } from '../profile/CreditConsent.tsx';
import { DeviceList } from '../profile/DeviceList.tsx';
import { MicrosoftAddress } from '../profile/MicrosoftAddress.tsx';
import { OwnPicture } from '../profile/OwnPicture.tsx';
import { PhoneVerification } from '../profile/PhoneVerification.tsx';
import { LetterKeys } from './LetterKeys.tsx';
import { NotificationSwitches } from './NotificationSwitches.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './ProfilePage.module.css';
import { shownVersion } from './settings.ts';
import { ThemeChoice } from './ThemeChoice.tsx';
import { TimezoneChoice } from './TimezoneChoice.tsx';
import { useUser } from '../identity/useUser.ts';

interface SectionProps {
  id?: string;
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ id, title, text, children }: SectionProps) {
  return (
    <section id={id} className={classes.section} aria-label={title}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

const isBorrower = ({ roleLevel }: LoggedUser): boolean =>
  roleLevel !== 'LENDER' && roleLevel !== 'ADMIN';

export function ProfilePage() {
  const known = useUser();
  const { data: user = known } = useCall('getLoggedUser', {});
  const { data: version } = useCall('getVersion', {});
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Profile</h1>
      <Section title="Your details" text="Everyone you work with on a loan sees your name.">
        <OwnPicture user={user} />
        <ProfileForm user={user} />
        {user.phone !== null && (
          <PhoneVerification key={user.phone} phone={user.phone} verified={user.phoneVerified} />
        )}
      </Section>
      <Section title="Notifications" text="What you are told about while you are not here.">
        <NotificationSwitches hasPhone={user.phone !== null} />
      </Section>
      <Section
        title="Where you are logged in"
        text="Each of these browsers is known to be yours. If somebody locks your account, you still get in from here."
      >
        <DeviceList />
      </Section>
      {isBorrower(user) && (
        <Section
          title="Credit check"
          text="A lender may look at your personal credit only with your consent."
        >
          <CreditConsent userId={user.id} />
        </Section>
      )}
      {user.roleLevel === 'LENDER' && (
        <Section
          title="Microsoft account"
          text="For documents that are opened in Word, Excel or PowerPoint."
        >
          <MicrosoftAddress azureEmail={user.azureEmail} />
        </Section>
      )}
      <Section title="Time zone" text="Dates and times are shown in it, and reminders go by it.">
        <TimezoneChoice />
      </Section>
      <Section title="Theme" text="For this browser only.">
        <ThemeChoice />
      </Section>
      <Section
        id="keyboard"
        title="Keyboard"
        text="Press ? anywhere to see what the keys do on that page."
      >
        <LetterKeys />
      </Section>
      <Section
        title="Your account"
        text="Closing it cannot be undone. Records of loans stay with the lender."
      >
        <CloseAccount />
      </Section>
      {version && <p className={classes.version}>Cairn {shownVersion(version.version)}</p>}
    </div>
  );
}
