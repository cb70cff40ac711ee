import type { ReactNode } from 'react';
import classes from './DescriptionList.module.css';

interface DescriptionListProps {
  items: (readonly [term: string, value: ReactNode])[];
}

/** Terms with their values below them, in as many columns as fit. */
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

/** A term with its value beside it, for a narrow `dl`. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
