import { Box, Flex, Text } from '@mantine/core';
import type { Loan } from '@cairn/contract';
import { ProgressRing } from '../../ui/Progress.tsx';
import type { Counts } from '../elements/packageTree.ts';
import classes from './Overview.module.css';

interface FigureProps {
  name: string;
  value: string;
  note: string;
  color?: 'answered' | 'approved';
}

function Figure({ name, value, note, color }: FigureProps) {
  return (
    <div className={classes.figure}>
      <Flex component="dt" align="center" gap="s6" fz="meta" lh="meta" c="var(--ink-2)" fw={400}>
        {color && (
          <Box
            component="span"
            className={classes.dot}
            w={8}
            h={8}
            bdrs={3}
            data-color={color}
            aria-hidden
          />
        )}
        {name}
      </Flex>
      <Flex component="dd" direction="column" mt="s2">
        <Text
          component="span"
          inherit
          fw={600}
          fz={20}
          lts="-0.02em"
          style={{ lineHeight: '26px' }}
        >
          {value}
        </Text>
        <span className={classes.note}>{note}</span>
      </Flex>
    </div>
  );
}

interface ProgressCardProps {
  loan: Loan;
  counts: Counts;
  /** The number of requests that still need a file. */
  open: number;
  asBorrower: boolean;
}

/** The specification gives the labels [R322]. */
export function ProgressCard({ loan, counts, open, asBorrower }: ProgressCardProps) {
  const { answered, approved, total } = counts;
  const files = total === 1 ? '1 file' : `${total} files`;
  return (
    <Flex
      component="section"
      aria-label="Loan Progress"
      wrap="wrap"
      align="center"
      rowGap="md"
      columnGap="s20"
      py={18}
      px="s20"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
    >
      <ProgressRing
        answered={loan.percentageAnswered}
        approved={loan.percentageApproved}
        size={72}
      />
      <Box className={classes.progressName} flex="1 1 10rem">
        <h2>Loan Progress</h2>
      </Box>
      <Flex
        component="dl"
        wrap="wrap"
        justify={{ base: 'space-between', wide: 'flex-start' }}
        w={{ base: '100%', wide: 'auto' }}
      >
        <Figure
          name="Answered"
          color="answered"
          value={`${loan.percentageAnswered}%`}
          note={`${answered} of ${files}`}
        />
        <Figure
          name="Approved"
          color="approved"
          value={`${loan.percentageApproved}%`}
          note={`${approved} of ${files}`}
        />
        <Figure
          name={asBorrower ? 'With you' : 'With borrower'}
          value={String(open)}
          note="still to upload"
        />
      </Flex>
    </Flex>
  );
}
