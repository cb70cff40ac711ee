import { Paper, Text } from '@mantine/core';
import type { Charts } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatMoneyShort } from '../../lib/format/money.ts';
import classes from './Charts.module.css';
import { acceptedText, closingText, NONE, type FigureText } from './figures.ts';

interface TileProps {
  name: string;
  value: string;
  children: ReactNode;
}

function Tile({ name, value, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <Text component="dt" size="meta" c="var(--ink-2)" fw={500}>
        {name}
      </Text>
      <Text component="dd" size="title" my="s2" fz={24} lts="var(--tracking-title)" fw={600}>
        {value}
      </Text>
      <dd className={classes.tileNote}>{children}</dd>
    </div>
  );
}

const Note = ({ text, better }: FigureText) => <span data-better={better}>{text}</span>;

/** Links to the loan if only one is late, otherwise to the list of loans in origination. */
function Past({ total, longest }: Charts['pastCloseDate']) {
  if (longest === null) return 'Every loan is on time';
  return total === 1 ? (
    <Link to={routes.loan} params={{ loanId: longest.id }} style={{ color: 'var(--red-fg)' }}>
      {longest.name}
    </Link>
  ) : (
    <Link
      to={routes.loanPhase}
      params={{ phase: 'origination' }}
      style={{ color: 'var(--red-fg)' }}
    >
      {longest.name} and others
    </Link>
  );
}

export function Tiles({ charts }: { charts: Charts }) {
  const { activeLoans, requested, daysToClose, acceptedFirstTime, pastCloseDate } = charts;
  const { total, more } = pastCloseDate;
  return (
    <Paper component="dl" className={classes.tiles} withBorder radius="lg">
      <Tile name="Active loans" value={activeLoans.toLocaleString('en-US')}>
        In origination
      </Tile>
      <Tile name="Requested" value={formatMoneyShort(requested)}>
        {activeLoans > 0 && `${formatMoneyShort(requested / activeLoans)} on average`}
      </Tile>
      <Tile
        name="Median days to close"
        value={daysToClose.now === null ? NONE : String(daysToClose.now)}
      >
        <Note {...closingText(daysToClose)} />
      </Tile>
      <Tile
        name="Accepted first time"
        value={acceptedFirstTime.now === null ? NONE : `${acceptedFirstTime.now}%`}
      >
        <Note {...acceptedText(acceptedFirstTime)} />
      </Tile>
      <Tile name="Past close date" value={`${total}${more ? '+' : ''}`}>
        <Past {...pastCloseDate} />
      </Tile>
    </Paper>
  );
}
