import { ActionIcon, Center, Paper, Text } from '@mantine/core';
import type { Loan, TaskTitle } from '@cairn/contract';
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconInbox,
  IconRubberStamp,
  IconSend,
  IconSignature,
  IconUpload,
  IconUserPlus,
  IconWritingSign,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import type { Hue } from '../../ui/StatusChip.tsx';
import { CountPill } from '../../ui/CountPill.tsx';
import type { TaskSection, TaskScope } from './sections.ts';
import classes from './Tasks.module.css';
import { TaskTable } from './TaskTable.tsx';

interface Look {
  icon: Icon;
  hue: Hue;
}

const LOOKS: Record<TaskTitle, Look> = {
  accept: { icon: IconCheck, hue: 'blue' },
  needsAttention: { icon: IconAlertTriangle, hue: 'orange' },
  shoeBox: { icon: IconInbox, hue: 'gray' },
  assignQuestion: { icon: IconUserPlus, hue: 'gray' },
  assignSignee: { icon: IconUserPlus, hue: 'gray' },
  fillAndSign: { icon: IconSignature, hue: 'violet' },
  fillForm: { icon: IconSignature, hue: 'violet' },
  notary: { icon: IconRubberStamp, hue: 'teal' },
  wetSignature: { icon: IconWritingSign, hue: 'teal' },
  upload: { icon: IconUpload, hue: 'gray' },
};
const SENT: Look = { icon: IconSend, hue: 'blue' };

/** Rows per section. More would push the next section off the screen. */
const SHOWN = 5;

export function TaskTile({ icon: TileIcon, hue }: Look) {
  return (
    <Center
      component="span"
      flex="none"
      w={28}
      h={28}
      bdrs="md"
      style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
      aria-hidden
    >
      <TileIcon size={16} stroke={1.9} />
    </Center>
  );
}

export const lookOf = (title: TaskTitle): Look => LOOKS[title];

interface CardProps {
  section: TaskSection;
  loan: Loan;
  scope: TaskScope;
  asBorrower: boolean;
}

function ViewAll({ section, loan, scope }: Pick<CardProps, 'section' | 'loan' | 'scope'>) {
  const { title, label, tasks, count } = section;
  return (
    <Link
      to={routes.loanTasksOfType}
      params={{ loanId: loan.id, type: title }}
      search={scope === 'me' ? {} : { for: scope }}
      className={classes.all}
      aria-label={`View all ${tasks.length} in ${label}`}
    >
      View all{count === tasks.length ? ` ${count}` : ''}
    </Link>
  );
}

function Card({ section, loan, scope, asBorrower }: CardProps) {
  const { title, label, note, tasks, count } = section;
  // The uploads of other people are collapsed by default.
  const foldable = title === 'upload' && scope === 'everyone';
  const [open, setOpen] = useState(!foldable);
  // Assigning requests is one task however many there are: they are assigned together on a page of their own.
  const isOne = title === 'assignQuestion';
  return (
    <Paper component="section" withBorder radius="lg" w="100%" aria-label={label}>
      <header className={classes.head}>
        <TaskTile {...LOOKS[title]} />
        <Text component="h3" size="table" fw={600}>
          {label}
        </Text>
        <CountPill>{count}</CountPill>
        <Text span className={classes.note} size="meta" miw={0} c="dimmed">
          {note}
        </Text>
        {(isOne || tasks.length > SHOWN) && <ViewAll section={section} loan={loan} scope={scope} />}
        {foldable && (
          <ActionIcon
            className={classes.fold ?? ''}
            size={32}
            aria-expanded={open}
            aria-label={`Requests in ${label}`}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </header>
      {open && !isOne && (
        <TaskTable
          tasks={tasks.slice(0, SHOWN)}
          title={title}
          label={label}
          loan={loan}
          asBorrower={asBorrower}
        />
      )}
    </Paper>
  );
}

/** Requests that were submitted and await the lender's review, so that borrowers can find what they sent. */
export function SubmittedSection({ tasks, loan }: { tasks: TaskSection['tasks']; loan: Loan }) {
  return (
    <Paper component="section" withBorder radius="lg" w="100%" aria-label="Submitted">
      <header className={classes.head}>
        <TaskTile {...SENT} />
        <Text component="h3" size="table" fw={600}>
          Submitted
        </Text>
        <CountPill>{tasks.length}</CountPill>
        <Text span className={classes.note} size="meta" miw={0} c="dimmed">
          With the lender
        </Text>
      </header>
      <TaskTable
        tasks={tasks.slice(0, SHOWN)}
        title="accept"
        label="Submitted"
        loan={loan}
        asBorrower
      />
    </Paper>
  );
}

/** The open tasks of a loan, one card for each type. */
export function TaskSections({
  sections,
  ...shared
}: Omit<CardProps, 'section'> & { sections: readonly TaskSection[] }) {
  return sections.map((section) => <Card key={section.title} section={section} {...shared} />);
}
