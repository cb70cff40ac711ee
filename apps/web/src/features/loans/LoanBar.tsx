import type { Loan } from '@cairn/contract';
import { ActionIcon, Box, Flex, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { routes } from '../../lib/routes.ts';
import { useCommands } from '../../lib/commands.ts';
import classes from './LoanBar.module.css';
import { LoanTabs, type LoanTab } from './LoanTabs.tsx';
import { MembersButton } from './MembersButton.tsx';
import { NotesButton } from '../notes/NotesButton.tsx';
import { PinButton } from './PinButton.tsx';
import { usePin } from './usePin.ts';
import { HelpLink } from '../../ui/HelpLink.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';

interface LoanBarProps {
  loan: Loan;
  tab: LoanTab;
  /** Set if the page has its own heading. The loan name is then not an h1. */
  isAbovePage?: boolean;
  children?: ReactNode;
}

export function LoanBar({ loan, tab, isAbovePage = false, children }: LoanBarProps) {
  const Name = isAbovePage ? 'p' : 'h1';
  const togglePin = usePin();
  const pin = useRef(() => togglePin(loan));
  useEffect(() => {
    pin.current = () => togglePin(loan);
  });
  useCommands(
    useMemo(
      () => [
        {
          label: `${loan.pinned ? 'Unpin' : 'Pin'} ${loan.name}`,
          where: 'page',
          run: () => pin.current(),
        },
      ],
      [loan.pinned, loan.name],
    ),
  );
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.back ?? ''}
        component={Link}
        to={routes.home}
        size={44}
        aria-label="Back to the loans"
      >
        <IconArrowLeft size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      {/* Hidden on a phone to leave the width to the name. */}
      <Flex visibleFrom="sm">
        <LoanTile name={loan.name} color={loan.color} size={32} />
      </Flex>
      <Box miw={{ base: 0, wide: '7.5rem' }} maw={{ wide: '20rem' }}>
        <Name className={classes.name}>{loan.name}</Name>
        <Text size="meta" c="dimmed">
          {loan.shortCode.toUpperCase()}
        </Text>
      </Box>
      <LoanTabs loan={loan} tab={tab} />
      <Flex gap={{ base: 0, wide: 'xs', lg: 'sm' }} ml="auto" align="center" flex="none">
        <MembersButton loan={loan} />
        <NotesButton loanId={loan.id} />
        <PinButton name={loan.name} pinned={loan.pinned} onToggle={() => togglePin(loan)} />
        <Box visibleFrom="wide">
          <HelpLink size={36} />
        </Box>
        {children}
      </Flex>
    </header>
  );
}
