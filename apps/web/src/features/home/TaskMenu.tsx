import type { Element, LoanSummary } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { personName } from '../../lib/format/names.ts';
import { routes } from '../../lib/routes.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';

export type TaskQuestion = 'doesNotApply' | 'later' | 'note' | 'handOver';

export interface TaskMenuProps {
  loan: LoanSummary;
  element: Element;
  onAsk: (question: TaskQuestion) => void;
}

export default function TaskMenu({ target, loan, element, onAsk }: TaskMenuProps & MenuBodyProps) {
  const officer = loan.lender?.officer;
  return (
    <LateMenu position="bottom-end" width={240} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAsk('doesNotApply')}>Doesn’t apply to me</Menu.Item>
        <Menu.Item onClick={() => onAsk('later')}>I’ll send it later</Menu.Item>
        {element.questionType === null && (
          <Menu.Item onClick={() => onAsk('note')}>Send with a note</Menu.Item>
        )}
        {element.abilities.assign && (
          <Menu.Item onClick={() => onAsk('handOver')}>Someone else has this</Menu.Item>
        )}
        {officer && (
          <Menu.Item
            renderRoot={(root) => (
              <Link
                {...root}
                to={routes.loanMessages}
                params={{ loanId: loan.id }}
                search={{ new: '', to: officer.id }}
              />
            )}
          >
            Ask {officer.givenName ?? personName(officer)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
