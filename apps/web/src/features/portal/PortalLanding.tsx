import type { Portal } from '@cairn/contract';
import { Box, Text } from '@mantine/core';
import {
  IconCash,
  IconChevronRight,
  IconClock,
  IconFileText,
  IconHistory,
  IconId,
  IconMail,
  IconMessageCheck,
  IconPhone,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import classes from './Portal.module.css';
import { PortalFrame } from './PortalFrame.tsx';
import { startOf } from './startLink.ts';

const ICON = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

const READY = [
  [IconId, 'EIN and the date formed'],
  [IconUsers, 'Name and email of each owner with 20% or more'],
  [IconCash, 'How much you need, and what for'],
  [IconFileText, 'Last 3 years of tax returns. You can send these later.'],
] as const;

function Facts({ portal: { applyMinutes, responseDays } }: { portal: Portal }) {
  if (applyMinutes === null && responseDays === null) return null;
  return (
    <div className={classes.facts}>
      {applyMinutes !== null && (
        <div className={classes.fact}>
          <IconClock {...ICON} />
          <strong>{applyMinutes === 1 ? '1 minute' : `${applyMinutes} minutes`}</strong>
          <span>Saves as you go</span>
        </div>
      )}
      {responseDays !== null && (
        <div className={classes.fact}>
          <IconMessageCheck {...ICON} />
          <strong>{responseDays === 1 ? '1 business day' : `${responseDays} business days`}</strong>
          <span>To hear from us</span>
        </div>
      )}
    </div>
  );
}

/** Whom to call or write to. The number was checked: digits, spaces and a few signs. */
export function Contact({ portal }: { portal: Portal }) {
  const { contactName, contactTitle, contactPhone, contactEmail } = portal;
  if (contactName === null && contactPhone === null && contactEmail === null) return null;
  const text = [contactTitle, contactPhone].filter(Boolean).join(', ');
  return (
    <section aria-label="Questions?">
      <h2 className={classes.heading}>Questions?</h2>
      <div className={classes.card}>
        <IconMail {...ICON} />
        <span>
          <Text component="span" display="block" inherit fw={600}>
            {contactName ?? portal.name}
          </Text>
          {text && <span className={classes.text}>{text}</span>}
          {contactEmail && (
            <a className={classes.barLink} href={`mailto:${encodeURIComponent(contactEmail)}`}>
              {contactEmail}
            </a>
          )}
        </span>
        {contactPhone && (
          <a
            className={classes.barLink}
            href={`tel:${contactPhone.replaceAll(/[^0-9+]/g, '')}`}
            aria-label={`Call ${contactName ?? portal.name}`}
          >
            <Box component="span" w={44} h={44} display="grid" style={{ placeItems: 'center' }}>
              <IconPhone {...ICON} />
            </Box>
          </a>
        )}
      </div>
    </section>
  );
}

interface OffersProps {
  offers: Portal['offers'];
  chosen: string | undefined;
  onChange: (templateId: string) => void;
}

function Offers({ offers, chosen, onChange }: OffersProps) {
  const name = useId();
  return (
    <section aria-labelledby={`${name}-heading`}>
      <h2 className={classes.heading} id={`${name}-heading`}>
        Which loan fits?
      </h2>
      <div className={classes.offers} role="radiogroup" aria-labelledby={`${name}-heading`}>
        {offers.map((offer) => (
          <label key={offer.templateId} className={classes.offer}>
            <span className={classes.offerName}>{offer.name}</span>
            <span className={classes.text}>{offer.text}</span>
            <input
              type="radio"
              name={name}
              checked={offer.templateId === chosen}
              onChange={() => onChange(offer.templateId)}
            />
          </label>
        ))}
      </div>
    </section>
  );
}

interface PortalLandingProps {
  portal: Portal;
  loggedIn: boolean;
  /** A part of the settings: nothing in it leads anywhere. */
  preview?: boolean;
}

/** Before any log-in: whose page it is, which loans there are, what to have ready, and whom to call. */
export function PortalLanding({ portal, loggedIn, preview = false }: PortalLandingProps) {
  const { lenderId, name, offers, welcome } = portal;
  const [picked, setPicked] = useState<string>();
  const chosen = offers.find(({ templateId }) => templateId === picked) ?? offers[0];
  const params = { lenderId };
  return (
    <PortalFrame
      portal={portal}
      component={preview ? 'div' : 'main'}
      preview={preview}
      action={
        <Link to={routes.portalTasks} params={params} className={classes.barLink ?? ''}>
          {loggedIn ? 'Your tasks' : 'Log in'}
        </Link>
      }
      start={
        chosen ? (
          <Link
            {...startOf(lenderId, chosen.templateId, loggedIn)}
            className={classes.button ?? ''}
          >
            Start {chosen.name} application
          </Link>
        ) : (
          <Link to={routes.portalTasks} params={params} className={classes.button ?? ''}>
            {loggedIn ? 'See your tasks' : 'Log in'}
          </Link>
        )
      }
    >
      <Text
        component={preview ? 'p' : 'h1'}
        size="title"
        fw={600}
        lts="var(--tracking-title)"
        style={{ overflowWrap: 'anywhere' }}
      >
        {chosen ? 'Apply for a business loan' : `Welcome to ${name}`}
      </Text>
      <Text c="var(--ink-2)" fz={16} lh="1.5rem" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {welcome ?? 'Start on your phone, finish anywhere.'}
      </Text>
      {chosen && (
        <>
          <Facts portal={portal} />
          <Link to={routes.applications} params={params} className={classes.card ?? ''}>
            <IconHistory {...ICON} />
            <span>Continue a saved application</span>
            <IconChevronRight {...ICON} />
          </Link>
          <Offers offers={offers} chosen={chosen.templateId} onChange={setPicked} />
          <section aria-label="What to have ready">
            <h2 className={classes.heading}>What to have ready</h2>
            <ul className={classes.ready}>
              {READY.map(([Icon, text]) => (
                <li key={text}>
                  <Icon {...ICON} />
                  {text}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <Contact portal={portal} />
      {chosen && (
        <Text ta="center" size="table" c="var(--ink-2)" mt="lg">
          Applying isn’t a loan approval.
        </Text>
      )}
    </PortalFrame>
  );
}
