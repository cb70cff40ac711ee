import type { Element } from '@cairn/contract';
import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { statusOf } from '../elements/status.ts';
import classes from './ApplicantHome.module.css';
import { listAnswered, type AnsweredState } from './tasks.ts';

export interface AnsweredListProps {
  elements: readonly Element[];
  state: AnsweredState;
}

/** The answers that are in review, or those that are approved. Each line links to its request. */
export default function AnsweredList({ elements, state }: AnsweredListProps) {
  return (
    <Box component="ul" className={classes.tasks} mt="s4">
      {listAnswered(elements, state).map((element) => (
        <li key={element.id}>
          <Link
            to={routes.loan}
            params={{ loanId: element.loanId }}
            search={{ view: 'package', item: element.elementId }}
            className={classes.summary ?? ''}
          >
            <Box component="span" flex={1} miw={0} c="var(--ink)">
              {element.title}
            </Box>
            <StatusChip {...statusOf(element, true)} />
          </Link>
        </li>
      ))}
    </Box>
  );
}
