import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../kit/Banner.tsx';
import { useCall } from '../../kit/useCall.ts';
import { routes } from '../routes.ts';
import classes from './Banners.module.css';

/** Whoever asks this person to join something, until they have answered. */
export default function PendingInvites() {
  const { data } = useCall('listPendingInvites', {});
  const [first, ...others] = data?.invites ?? [];
  if (!first) return null;
  return (
    <Banner
      hue="blue"
      icon={IconMail}
      action={
        <Link to={routes.loanRoleVerification} search={{ id: first.id }} className={classes.action}>
          See the invitation
        </Link>
      }
    >
      {first.company.name} invites you to {first.loan ? first.loan.name : 'join them'}
      {others.length > 0 && `, and ${others.length} more`}.
    </Banner>
  );
}
