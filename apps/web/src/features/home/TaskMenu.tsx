import type { Element } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';

export type TaskQuestion = 'doesNotApply' | 'later' | 'note' | 'handOver';

export interface TaskMenuProps {
  element: Element;
  onAsk: (question: TaskQuestion) => void;
}

export default function TaskMenu({ target, element, onAsk }: TaskMenuProps & MenuBodyProps) {
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
      </Menu.Dropdown>
    </LateMenu>
  );
}
