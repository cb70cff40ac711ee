import type { LoggedUser } from '@cairn/contract';
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { CloseAccount } from '../auth/CloseAccount.tsx';
import { CreditConsent } from './CreditConsent.tsx';
import { DeviceList } from './DeviceList.tsx';
import { EmailTiming } from './EmailTiming.tsx';
import { MicrosoftAddress } from './MicrosoftAddress.tsx';
import { OwnPicture } from './OwnPicture.tsx';
import { PhoneVerification } from './PhoneVerification.tsx';
import { SingleKeyShortcuts } from './SingleKeyShortcuts.tsx';
import { NotificationSwitches } from './NotificationSwitches.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { Card, PageSection } from '../../ui/Card.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import page from '../../ui/Page.module.css';
import { shownVersion } from './settings.ts';
import { SignatureForm } from './SignatureForm.tsx';
import { TermsOfService } from './TermsOfService.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';
import { TimezoneChoice } from './TimezoneChoice.tsx';
import { useUser } from '../../lib/useUser.ts';

interface SectionProps {
  id?: string;
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ id, title, text, children }: SectionProps) {
  return (
    <PageSection id={id} title={title} label={title} text={text}>
      <Card>{children}</Card>
    </PageSection>
  );
}

const isBorrower = ({ roleLevel }: LoggedUser): boolean =>
  roleLevel !== 'LENDER' && roleLevel !== 'ADMIN';

export function ProfilePage() {
  const loggedInUser = useUser();
  const { data: user = loggedInUser } = useCall('getLoggedUser', {});
  const { data: version } = useCall('getVersion', {});
  const { data: settings } = useCall('getUserSettings', {});
  return (
    <Box className={page.wide} maw={1040} mx={0}>
      <PageTitle>Profile</PageTitle>
      <Section title="Your details" text="Everyone you work with on a loan sees your name.">
        <OwnPicture user={user} />
        <ProfileForm user={user} />
        {user.phone !== null && (
          <PhoneVerification key={user.phone} phone={user.phone} verified={user.phoneVerified} />
        )}
      </Section>
      <Section title="Notifications" text="What we notify you about.">
        <NotificationSwitches hasPhone={user.phone !== null} />
      </Section>
      <Section
        id="email-timing"
        title="When emails come"
        text="As things happen, or together in one summary."
      >
        <EmailTiming />
      </Section>
      <Section
        id="signature"
        title="Email signature"
        text="Shown below your name in emails about your messages."
      >
        <SignatureForm />
      </Section>
      <Section
        title="Where you are logged in"
        text="We recognize these browsers. If someone locks your account, you can still log in from them."
      >
        <DeviceList />
      </Section>
      {isBorrower(user) && (
        <Section
          title="Credit check"
          text="A lender needs your consent to check your personal credit."
        >
          <CreditConsent userId={user.id} />
        </Section>
      )}
      {user.roleLevel === 'LENDER' && (
        <Section title="Microsoft account" text="Cairn stores this address but doesn’t use it.">
          <MicrosoftAddress azureEmail={user.azureEmail} />
        </Section>
      )}
      <Section title="Time zone" text="Used for dates, times and reminders.">
        <TimezoneChoice />
      </Section>
      <Section title="Theme" text="For this browser only.">
        <ThemeChoice />
      </Section>
      <Section id="keyboard" title="Keyboard" text="Press ? on any page to see its shortcuts.">
        <SingleKeyShortcuts />
      </Section>
      {settings?.terms && (
        <Section id="terms" title="Terms of service" text="The rules for using Cairn.">
          <TermsOfService terms={settings.terms} />
        </Section>
      )}
      <Section
        title="Your account"
        text="You can’t undo closing it. The lender keeps its records of your loans."
      >
        <CloseAccount />
      </Section>
      {version && (
        <Text size="meta" c="dimmed" pt="xs">
          Cairn {shownVersion(version.version)}
        </Text>
      )}
    </Box>
  );
}
