import type { Portal } from '@cairn/contract';
import { Box, Stack, Text } from '@mantine/core';
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
import { lazy, Suspense, useId, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import classes from './Portal.module.css';
import { PortalFrame } from './PortalFrame.tsx';
import { startOf } from './startLink.ts';
import { RowList } from '../../ui/RowList.tsx';

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

/** The lender's contact. The phone number is validated: digits, spaces and a few other characters. */
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
          {text && (
            <Text span className={classes.text} c="var(--ink-2)" size="table">
              {text}
            </Text>
          )}
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
            <Box
              component="span"
              w="var(--touch)"
              h="var(--touch)"
              display="grid"
              style={{ placeItems: 'center' }}
            >
              <IconPhone {...ICON} />
            </Box>
          </a>
        )}
      </div>
    </section>
  );
}

const NOT_SURE = 'NOT_SURE';
const LoanQuestions = lazy(() => import('./LoanQuestions.tsx'));

const UNDECIDED = {
  templateId: NOT_SURE,
  name: 'Not sure yet',
  text: 'Answer three questions, get a suggestion.',
};

interface OffersProps {
  offers: Portal['offers'];
  /** A template's id, or NOT_SURE. */
  chosen: string;
  onChange: (chosen: string) => void;
}

function Offers({ offers, chosen, onChange }: OffersProps) {
  const name = useId();
  return (
    <section aria-labelledby={`${name}-heading`}>
      <h2 className={classes.heading} id={`${name}-heading`}>
        Which loan fits?
      </h2>
      <RowList
        component="div"
        framed
        style={{ overflow: 'hidden' }}
        role="radiogroup"
        aria-labelledby={`${name}-heading`}
      >
        {(offers.length > 1 ? [...offers, UNDECIDED] : offers).map((offer) => (
          <label key={offer.templateId} className={classes.offer}>
            <Text span size="body" fw={600}>
              {offer.name}
            </Text>
            <Text span className={classes.text} c="var(--ink-2)" size="table">
              {offer.text}
            </Text>
            <input
              type="radio"
              name={name}
              checked={offer.templateId === chosen}
              onChange={() => onChange(offer.templateId)}
            />
          </label>
        ))}
      </RowList>
    </section>
  );
}

interface PortalLandingProps {
  portal: Portal;
  loggedIn: boolean;
  /** The template that was selected before. */
  template?: string | undefined;
  /** Leaves the main landmark and the h1 to the settings page, which shows the preview inert. */
  preview?: boolean;
}

/** Landing page before the log-in: the lender, its loans, what to prepare, and whom to contact. */
export function PortalLanding(props: PortalLandingProps) {
  const { portal, loggedIn, template, preview = false } = props;
  const { lenderId, name, offers, welcome } = portal;
  const [pickedId, setPickedId] = useState(template);
  const [suggested, setSuggested] = useState<Portal['offers'][number] | null>();
  const isUnsure = pickedId === NOT_SURE && offers.length > 1;
  const pickedOffer = offers.find(({ templateId }) => templateId === pickedId) ?? offers[0];
  const offer = isUnsure ? suggested : pickedOffer;
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
        isUnsure && !offer ? (
          <button type="button" className={classes.button ?? ''} disabled>
            {suggested === null ? 'Choose a loan above' : 'Answer the three questions'}
          </button>
        ) : offer ? (
          <Link {...startOf(lenderId, offer.templateId, loggedIn)} className={classes.button ?? ''}>
            Start {offer.name} application
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
        {pickedOffer ? 'Apply for a business loan' : `Welcome to ${name}`}
      </Text>
      <Text
        c="var(--ink-2)"
        fz="bodyBorrower"
        lh="1.5rem"
        mt="s4"
        style={{ overflowWrap: 'anywhere' }}
      >
        {welcome ?? 'Start on your phone, finish anywhere.'}
      </Text>
      {pickedOffer && (
        <>
          <Facts portal={portal} />
          <Link to={routes.applications} params={params} className={classes.card ?? ''}>
            <IconHistory {...ICON} />
            <span>Continue a saved application</span>
            <IconChevronRight {...ICON} />
          </Link>
          <Offers
            offers={offers}
            chosen={isUnsure ? NOT_SURE : pickedOffer.templateId}
            onChange={(next) => {
              setPickedId(next);
              setSuggested(undefined);
            }}
          />
          {isUnsure && (
            <Suspense fallback={<RowsSkeleton label="Loading the questions" rows={3} />}>
              <LoanQuestions offers={offers} onSuggest={setSuggested} />
            </Suspense>
          )}
          <section aria-label="What to have ready">
            <h2 className={classes.heading}>What to have ready</h2>
            <Stack
              component="ul"
              className={classes.ready}
              gap="sm"
              p="md"
              bd="var(--border)"
              bdrs="lg"
              bg="var(--surface)"
            >
              {READY.map(([Icon, text]) => (
                <li key={text}>
                  <Icon {...ICON} />
                  {text}
                </li>
              ))}
            </Stack>
          </section>
        </>
      )}
      <Contact portal={portal} />
      {pickedOffer && (
        <Text ta="center" size="table" c="var(--ink-2)" mt="lg">
          Applying isn’t a loan approval.
        </Text>
      )}
    </PortalFrame>
  );
}
