import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import classes from './People.module.css';

export function BackToPeople({ companyId }: { companyId: string | undefined }) {
  return (
    <Link
      to={routes.adminPeople}
      search={companyId === undefined ? {} : { companyId }}
      className={classes.back ?? ''}
    >
      <IconArrowLeft size={16} stroke={1.7} aria-hidden />
      People
    </Link>
  );
}
