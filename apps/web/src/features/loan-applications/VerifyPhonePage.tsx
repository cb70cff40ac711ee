import { useParams } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { PhoneVerification } from '../users/PhoneVerification.tsx';
import { ProfileForm } from '../users/ProfileForm.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { ApplicationHeading } from './ApplicationHeading.tsx';
import classes from './LoanApplications.module.css';
import { useUser } from '../../lib/useUser.ts';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';

/** Verifies the phone number: text messages about the loan are sent only to a verified number. */
export function VerifyPhonePage() {
  const params = useParams({ from: `/shell${routes.applicationPhone}` });
  const loggedInUser = useUser();
  const { data: user = loggedInUser } = useCall('getLoggedUser', {});
  return (
    <div className={classes.narrow}>
      <BackLink to={routes.applicationStep} params={{ ...params, taskView: 'own-info' }}>
        Your information
      </BackLink>
      <ApplicationHeading
        title="Verify your phone number"
        lead="We’ll text you a six-digit code. After that, your lender can reach you by text message."
      />
      <section className={clsx(cardFrame, classes.card)} aria-label="Your phone number">
        <ProfileForm user={user} />
        {user.phone !== null && (
          <PhoneVerification key={user.phone} phone={user.phone} verified={user.phoneVerified} />
        )}
      </section>
    </div>
  );
}
