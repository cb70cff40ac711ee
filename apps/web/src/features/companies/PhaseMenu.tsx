import type { PhaseCategory, PhaseWithTotals } from '@cairn/contract';
import {
  RELEASE_PHASE_CODES,
  RELEASE_PHASES,
  type ReleasePhase,
} from '@cairn/contract/template-terms';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { CATEGORIES } from './phaseEdits.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface PhaseMenu {
  phase: PhaseWithTotals;
  last: number;
  hidden: boolean;
  onRename: () => void;
  onHide: () => void;
  onMove: (category: PhaseCategory, place: number) => void;
  onRelease: (releases: ReleasePhase) => void;
  onService: (servicing: boolean) => void;
  onRemove: () => void;
}

/** A phase with "servicing" in its name counts as a servicing phase without the setting. */
const isNamedServicing = (name: string): boolean => name.toLowerCase().includes('servicing');

export default function PhaseMenu(props: PhaseMenu & MenuBodyProps) {
  const { target, phase, last, hidden, onRename, onHide, onMove, onRelease, onService, onRemove } =
    props;
  const { category, displayOrder } = phase;
  return (
    <LateMenu position="bottom-end" width={216} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>Rename</Menu.Item>
        <Menu.Item onClick={onHide}>
          {hidden ? 'Show in my pipeline' : 'Hide from my pipeline'}
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
        {category === 'PORTFOLIO' && !isNamedServicing(phase.name) && (
          <Menu.CheckboxItem
            checked={phase.servicing}
            onChange={onService}
            checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
          >
            Show in Servicing
          </Menu.CheckboxItem>
        )}
        {category !== 'ARCHIVE' && (
          <>
            <Menu.Divider />
            <Menu.Label>Release requests up to</Menu.Label>
            <Menu.RadioGroup
              value={phase.releases ?? ''}
              onChange={(code) => onRelease(code as ReleasePhase)}
            >
              {RELEASE_PHASE_CODES.map((code) => (
                <Menu.RadioItem
                  key={code}
                  value={code}
                  checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
                >
                  {RELEASE_PHASES[code]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={onRemove}>Remove</Menu.Item>
      </Menu.Dropdown>
    </LateMenu>
  );
}
