import { Box } from '@mantine/core';
import classes from './AdminPage.module.css';

/** The logo, or the initial. Decorative: the name is beside it. */
export function CompanyMark({ name, logo }: { name: string; logo: string | null }) {
  if (logo)
    return (
      <Box
        src={logo}
        alt=""
        component="img"
        w={28}
        h={28}
        bdrs="sm"
        style={{ objectFit: 'contain' }}
      />
    );
  return (
    <span className={classes.initial} aria-hidden>
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
