/** Header of the borrower's home page: loan officer, number of tasks and progress. */
import type { LoanSummary, LoggedUser } from '@cairn/contract';
import { ActionIcon, Box, Flex, Text } from '@mantine/core';
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../lib/clock.ts';
import { personName } from '../../lib/format/names.ts';
import { routes } from '../../lib/routes.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ProgressRing } from '../../ui/Progress.tsx';
import classes from './ApplicantHome.module.css';
import { dialable, headline, leadOf, officersOf, type OfficerOfLoan, progressOf } from './tasks.ts';

const ICON = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;
const BUTTON = { variant: 'default', size: 44, radius: 'md' } as const;

/** Shows the name of the lender where the top bar does not. */
function Officer({ loan, lender, officer, isOnly }: OfficerOfLoan & { isOnly: boolean }) {
  const name = personName(officer);
  const { phone, emailAddress } = officer;
  return (
    <Flex component="section" aria-label="Loan officer" align="center" gap="sm" mih="var(--touch)">
      <Avatar person={officer} size={32} />
      <Box flex={1} miw={0}>
        <Text size="body" fw={600} truncate>
          {name}
        </Text>
        <Text size="table" c="var(--ink-2)" truncate>
          {isOnly ? 'Loan officer' : lender.name}, {phone ?? emailAddress}
        </Text>
      </Box>
      {phone === null ? (
        <ActionIcon
          {...BUTTON}
          component="a"
          href={`mailto:${emailAddress}`}
          aria-label={`Email ${name}`}
        >
          <IconMail {...ICON} />
        </ActionIcon>
      ) : (
        <ActionIcon
          {...BUTTON}
          component="a"
          href={`tel:${dialable(phone)}`}
          aria-label={`Call ${name}`}
        >
          <IconPhone {...ICON} />
        </ActionIcon>
      )}
      <ActionIcon
        {...BUTTON}
        renderRoot={(root) => (
          <Link {...root} to={routes.loanMessages} params={{ loanId: loan.id }} />
        )}
        aria-label={`Message ${name}`}
      >
        <IconMessage {...ICON} />
      </ActionIcon>
    </Flex>
  );
}

interface CountProps {
  color: string;
  hollow?: boolean;
  children: string;
}

function Count({ color, hollow = false, children }: CountProps) {
  return (
    <Flex component="span" align="center" gap="s6">
      <Box
        component="span"
        w={8}
        h={8}
        bdrs="50%"
        bd={`2px solid ${color}`}
        bg={hollow ? 'none' : color}
      />
      {children}
    </Flex>
  );
}

interface HomeHeaderProps {
  user: LoggedUser;
  loans: LoanSummary[];
  /** Null while loading. The space for the text is reserved so that the page does not shift. */
  counts: { left: number; due: string | null; sent: number; approved: number } | null;
}

export function HomeHeader({ user, loans, counts }: HomeHeaderProps) {
  const now = useNow();
  const left = counts?.left ?? null;
  const officers = officersOf(loans);
  const lenders = new Set(officers.map(({ lender }) => lender.id));
  const progress = counts && progressOf(loans);
  return (
    <Flex
      direction={{ base: 'column', wide: 'row-reverse' }}
      align={{ wide: 'center' }}
      justify="space-between"
      gap="lg"
      mb="lg"
    >
      {(counts === null || officers.length > 0) && (
        <Flex className={classes.officers} direction="column" gap="xs" mih={69}>
          {counts !== null &&
            officers.map((each) => (
              <Officer key={each.officer.id} {...each} isOnly={lenders.size === 1} />
            ))}
        </Flex>
      )}
      <Box component="header" mih={{ base: 148, wide: 0 }} miw={0}>
        <Flex align="center" justify="space-between" gap="md">
          <h1 className={classes.title}>{headline(user.givenName, left)}</h1>
          {progress && (
            <Box component="span" hiddenFrom="wide" title="Your progress">
              <ProgressRing {...progress} size={64} />
            </Box>
          )}
        </Flex>
        <Box component="p" mih={24} mt="s4" c="var(--ink-2)" fz="bodyBorrower" lh="1.5rem">
          {counts && leadOf(counts, loans, now)}
        </Box>
        {counts && loans.length > 0 && (
          <Flex
            component="p"
            hiddenFrom="wide"
            wrap="wrap"
            columnGap="md"
            fz="table"
            lh="table"
            mt="xs"
            c="var(--ink-2)"
          >
            <Count color="var(--ink)">{`${counts.approved} approved`}</Count>
            <Count color="var(--accent)">{`${counts.sent} in review`}</Count>
            <Count color="var(--line-control)" hollow>{`${counts.left} to do`}</Count>
          </Flex>
        )}
      </Box>
    </Flex>
  );
}
