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

interface FactProps {
  label: string;
  children: ReactNode;
}

/** A fact beside its name, in a `dl` that is narrow. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
