import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import { Menu } from '@mantine/core';
import type { MenuBodyProps } from '../../kit/LazyMenu.tsx';
import { CATEGORIES } from './phaseEdits.ts';
import { LateMenu } from '../../kit/LateMenu.tsx';

export interface PhaseMenu {
  phase: PhaseWithTotals;
  last: number;
  hidden: boolean;
  onRename: () => void;
  onHide: () => void;
  onMove: (category: PhaseCategory, place: number) => void;
  onRemove: () => void;
}

export default function PhaseMenuBody(props: PhaseMenu & MenuBodyProps) {
  const { target, phase, last, hidden, onRename, onHide, onMove, onRemove } = props;
  const { category, displayOrder } = phase;
  return (
    <LateMenu position="bottom-end" width={216} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>Rename</Menu.Item>
        <Menu.Item onClick={onHide}>
          {hidden ? 'Show in my pipeline' : 'Hide in my pipeline'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={displayOrder === 1} onClick={() => onMove(category, displayOrder - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item
          disabled={displayOrder === last}
          onClick={() => onMove(category, displayOrder + 1)}
        >
          Move down
        </Menu.Item>
        {CATEGORIES.filter((each) => each.category !== category).map((each) => (
          <Menu.Item key={each.category} onClick={() => onMove(each.category, 1000)}>
            Move to {each.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onRemove}>Remove</Menu.Item>
      </Menu.Dropdown>
    </LateMenu>
  );
}
