import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Card.module.css';

type BoxProps = { component?: 'div' | 'section' } & ComponentProps<'div'>;

/** A framed part of a page. */
export function Card({ component: Root = 'div', className, ...rest }: BoxProps) {
  return <Root {...rest} className={clsx(classes.card, className)} />;
}

/** The frame of a card, for a form or another element. */
export const cardFrame = classes.card;

/** A framed form or setting. */
export function Panel({ component: Root = 'div', className, ...rest }: BoxProps) {
  return <Root {...rest} className={clsx(classes.panel, className)} />;
}

export function PanelHeading({ children }: { children: ReactNode }) {
  return <h2 className={classes.panelHeading}>{children}</h2>;
}

/** Two fields side by side, or one below the other on a phone. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>;
}

/** The class of a panel's button: at the start of the panel, or as wide as the panel on a phone. */
export const panelButton = classes.save ?? '';

interface SectionProps {
  /** The anchor that links point to. */
  id?: string | undefined;
  title: ReactNode;
  /** Makes the section a landmark with this name. */
  label?: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A heading and an explanation beside the card that they describe. */
export function PageSection({ id, title, label, text, children }: SectionProps) {
  return (
    <section id={id} className={classes.section} aria-label={label}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        {text !== undefined && <p className={classes.text}>{text}</p>}
      </div>
      {children}
    </section>
  );
}
