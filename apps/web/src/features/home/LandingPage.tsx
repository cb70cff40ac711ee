import { Box, Button, Center, Flex, Group, Paper, Text } from '@mantine/core';
import {
  type Icon,
  IconChecklist,
  IconDeviceMobile,
  IconEye,
  IconFileCheck,
  IconLock,
  IconRefreshDot,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import classes from './LandingPage.module.css';
import { PublicBar } from './PublicBar.tsx';
import { RowList } from '../../ui/RowList.tsx';

interface Point {
  icon: Icon;
  title: string;
  text: string;
}

const LENDERS: Point[] = [
  {
    icon: IconChecklist,
    title: 'One package for every loan',
    text: 'Requested, received and approved documents, in folders that follow the loan.',
  },
  {
    icon: IconRefreshDot,
    title: 'Nothing to reload',
    text: 'Files from borrowers appear on your screen as soon as they’re safe to open.',
  },
  {
    icon: IconEye,
    title: 'The whole pipeline at a glance',
    text: 'Leads, origination, portfolio: by phase, by close date, with late loans in red.',
  },
];

const BORROWERS: Point[] = [
  {
    icon: IconDeviceMobile,
    title: 'Made for your phone',
    text: 'See what’s left to do and send it from anywhere.',
  },
  {
    icon: IconFileCheck,
    title: 'Always know your status',
    text: 'Sent, in review, approved. If something’s wrong, you’ll know what.',
  },
  {
    icon: IconLock,
    title: 'Private and secure',
    text: 'Every file is scanned for viruses and visible only to people on your loan.',
  },
];

function Points({ title, lead, points }: { title: string; lead: string; points: Point[] }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.sub}>{lead}</p>
      <ul className={classes.points}>
        {points.map(({ icon: PointIcon, title: name, text }) => (
          <Paper component="li" key={name} p={22} withBorder radius="lg">
            <Center
              component="span"
              className={classes.tile}
              w={40}
              bdrs="md"
              bg="var(--sunken)"
              c="var(--ink)"
            >
              <PointIcon size={20} stroke={1.6} aria-hidden />
            </Center>
            <Text component="h3" mt={14} size="section" fw={600} lts="var(--tracking-section)">
              {name}
            </Text>
            <Text mt="s4" c="var(--ink-2)" size="body">
              {text}
            </Text>
          </Paper>
        ))}
      </ul>
    </section>
  );
}

const LINES = [
  { name: '2025 business tax return', hue: 'green', icon: IconFileCheck, label: 'Approved' },
  { name: 'Commercial lease', hue: 'blue', icon: IconEye, label: 'To review' },
  { name: 'Personal financial statement', hue: 'gray', icon: IconChecklist, label: 'Requested' },
] as const;

/** A sample loan, styled like the real application. */
function Glimpse() {
  return (
    <Box className={classes.glimpse} bd="var(--border)" bdrs="xl" bg="var(--surface)" aria-hidden>
      <Group gap={14} wrap="nowrap" mb="md">
        <span className={classes.loanTile}>LB</span>
        <span>
          <Text span display="block" size="section" fw={600}>
            Larkspur Bakery LLC
          </Text>
          <Text span display="block" c="dimmed" size="table">
            SBA 7(a), closes in 8 days
          </Text>
        </span>
        <Text span ml="auto" size="section" fw={600}>
          68%
        </Text>
      </Group>
      <ProgressBar answered={82} approved={54} />
      <RowList component="div" mt={14}>
        {LINES.map(({ name, ...chip }) => (
          <Group
            key={name}
            gap="md"
            wrap="nowrap"
            justify="space-between"
            mih={48}
            fz="body"
            lh="body"
          >
            <span>{name}</span>
            <StatusChip {...chip} />
          </Group>
        ))}
      </RowList>
    </Box>
  );
}

/** Landing page for anonymous visitors. */
export function LandingPage() {
  return (
    <Box mih="100dvh" bg="var(--canvas)">
      <PublicBar />
      <main id="main" tabIndex={-1} className={classes.main}>
        <section className={classes.hero}>
          <div>
            <h1 className={classes.title}>Every document, in its place.</h1>
            <Box component="p" className={classes.lead} maw="34em" mt="s20" c="var(--ink-2)">
              Cairn is where lenders and borrowers bring a commercial or SBA loan to closing. Ask
              once, send from anywhere, and always see what is left.
            </Box>
            <Flex className={classes.actions} wrap="wrap" gap="sm" mt="s28">
              <Button component={Link} to={routes.signup} size="md">
                Create an account
              </Button>
              <Button component={Link} to={routes.login} size="md" variant="default">
                Log in
              </Button>
            </Flex>
          </div>
          <Glimpse />
        </section>
        <Points
          title="For lenders"
          lead="From first inquiry to closed file, without chasing."
          points={LENDERS}
        />
        <Points
          title="For borrowers"
          lead="Less paper, fewer calls, and no guessing what comes next."
          points={BORROWERS}
        />
        <section className={classes.closing}>
          <h2 className={classes.heading}>Invited by your lender?</h2>
          <p className={classes.sub}>Use the email address your lender has on file.</p>
          <Flex className={classes.actions} wrap="wrap" gap="sm" mt="s28">
            <Button component={Link} to={routes.signup} size="md">
              Get started
            </Button>
          </Flex>
        </section>
      </main>
      <Text
        component="footer"
        className={classes.foot}
        py="lg"
        px="var(--layout-gutter)"
        c="dimmed"
        size="table"
        ta="center"
      >
        Cairn: stones that mark the trail.
      </Text>
    </Box>
  );
}
