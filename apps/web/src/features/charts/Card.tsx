import { type ReactNode, useId } from 'react';
import classes from './Charts.module.css';

interface CardProps {
  title: string;
  text: string;
  aside?: ReactNode;
  /** What stands in the place of a chart that there is nothing for. */
  empty: string | null;
  children: ReactNode;
}

export function Card({ title, text, aside, empty, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.cardHead}>
        <div>
          <h2 id={id} className={classes.cardTitle}>
            {title}
          </h2>
          <p className={classes.cardText}>{text}</p>
        </div>
        {empty === null && aside}
      </header>
      {empty === null ? children : <p className={classes.empty}>{empty}</p>}
    </section>
  );
}
