import type { ReactNode } from 'react';
import classes from './DescriptionList.module.css';

interface DescriptionListProps {
  items: (readonly [term: string, value: ReactNode])[];
}

/** Facts below their names, in as many columns as fit. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={classes.facts}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
