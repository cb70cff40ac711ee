import classes from './AdminPage.module.css';

/** The logo, or the first letter. Decorative: the name stands beside it. */
export function CompanyMark({ name, logo }: { name: string; logo: string | null }) {
  if (logo) return <img src={logo} alt="" className={classes.logo} />;
  return (
    <span className={classes.initial} aria-hidden>
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
