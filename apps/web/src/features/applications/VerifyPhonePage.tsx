import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { useCall } from '../../kit/useCall.ts';
import { PhoneVerification } from '../profile/PhoneVerification.tsx';
import { ProfileForm } from '../settings/ProfileForm.tsx';
import classes from './Applications.module.css';
import { useUser } from '../identity/useUser.ts';

/** Text messages about the loan go to a number that its owner has proved to be theirs. */
export function VerifyPhonePage() {
  const params = useParams({ from: `/shell${routes.applicationPhone}` });
  const known = useUser();
  const { data: user = known } = useCall('getLoggedUser', {});
  return (
    <div className={classes.narrow}>
      <Link
        to={routes.applicationStep}
        params={{ ...params, taskView: 'own-info' }}
        className={classes.back ?? ''}
      >
        <IconArrowLeft size={15} stroke={1.7} aria-hidden /> Your information
      </Link>
      <div className={classes.head}>
        <div>
          <h1 className={classes.title}>Verify your phone number</h1>
          <p className={classes.lead}>
            We text you six digits. From then on the lender can reach you by text message.
          </p>
        </div>
      </div>
      <section className={classes.card} aria-label="Your phone number">
        <ProfileForm user={user} />
        {user.phone !== null && (
          <PhoneVerification key={user.phone} phone={user.phone} verified={user.phoneVerified} />
        )}
      </section>
    </div>
  );
}
