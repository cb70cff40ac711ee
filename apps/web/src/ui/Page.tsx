import { Link, type LinkProps } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  /** A board fills the window; lists and forms keep a width that can be read. */
  width?: 'wide' | 'list' | 'form' | 'narrow';
  children: ReactNode;
}

/** The space around a page of the shell. */
export function Page({ width = 'wide', children }: PageProps) {
  return (
    <div className={classes.wide} data-width={width}>
      {children}
    </div>
  );
}

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  /** The link to the page above. */
  back?: ReactNode;
  /** Buttons at the end of the line. */
  children?: ReactNode;
}

/** The title of a page, a sentence about it, and what can be done on it. */
export function PageHeader({ title, lead, back, children }: PageHeaderProps) {
  return (
    <>
      {back}
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {children}
      </header>
    </>
  );
}

/** The way back to the page above this one. */
export function BackLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <Link {...link} className={classes.back ?? ''}>
      <IconArrowLeft size={15} stroke={1.7} aria-hidden />
      {children}
    </Link>
  );
}

/** The title of a page whose header has a shape of its own. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className={classes.title}>{children}</h1>;
}

type BoxProps = { component?: 'div' | 'section' } & ComponentProps<'div'>;

/** A framed part of a page. */
export function Card({ component: Root = 'div', className, ...rest }: BoxProps) {
  return <Root {...rest} className={clsx(classes.card, className)} />;
}

/** A form or a setting in a frame of its own. */
export function Panel({ component: Root = 'div', className, ...rest }: BoxProps) {
  return <Root {...rest} className={clsx(classes.panel, className)} />;
}

export function PanelHeading({ children }: { children: ReactNode }) {
  return <h2 className={classes.panelHeading}>{children}</h2>;
}

/** Two fields beside each other, below each other on a phone. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>;
}

/** The button of a panel: at its start, or across it on a phone. */
export const panelButton = classes.save ?? '';

interface SectionProps {
  title: ReactNode;
  /** Makes it a landmark of this name. */
  label?: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A heading with its explanation beside the card that it is about. */
export function PageSection({ title, label, text, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={label}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        {text !== undefined && <p className={classes.text}>{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Controls above a list: filters at the start, actions at the end, wrapped where they do not fit. */
export function Toolbar({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className={classes.toolbar} {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  );
}
