import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/Banner.tsx';
import { useCall } from '../../lib/useCall.ts';
import { routes } from '../../lib/routes.ts';
import classes from './Banners.module.css';

/** Asks to accept the terms without blocking the page. */
export default function TermsNotice() {
  const { data } = useCall('getUserSettings', {});
  if (!data?.terms || data.agreedToTOS) return null;
  return (
    <Banner
      hue="blue"
      icon={IconFileText}
      action={
        <Link to={routes.profile} hash="terms" className={classes.action}>
          Review terms
        </Link>
      }
    >
      Please read and agree to the terms of service.
    </Banner>
  );
}
