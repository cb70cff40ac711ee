import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/Banner.tsx';
import { useCall } from '../../lib/useCall.ts';
import { routes } from '../../lib/routes.ts';
import classes from './Banners.module.css';

/** A banner about the pending invitations of the user. */
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
          View invitation
        </Link>
      }
    >
      {first.company.name} invited you to {first.loan ? first.loan.name : 'join them'}
      {others.length > 0 && `, and ${others.length} more`}.
    </Banner>
  );
}
