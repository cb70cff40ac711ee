import type { PhaseCategory } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { STAGE_NAMES, type phasesAhead } from './moves.ts';

type Stages = ReturnType<typeof phasesAhead>;

export interface BulkPhaseMenu {
  stages: Stages;
  onMove: (phase: Stages[number][1][number]) => void;
}

export default function BulkPhaseMenu({ target, stages, onMove }: BulkPhaseMenu & MenuBodyProps) {
  return (
    // Rendered in a portal: on a phone the bar scrolls sideways and would clip a menu inside it.
    <LateMenu position="top" width={232} offset={8} withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {stages.map(([stage, inStage]: [PhaseCategory, Stages[number][1]], index) => (
          <Fragment key={stage}>
            {index > 0 && <Menu.Divider />}
            <Menu.Label>{STAGE_NAMES[stage]}</Menu.Label>
            {inStage.map((phase) => (
              <Menu.Item key={phase.id} onClick={() => onMove(phase)}>
                {phase.name}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </LateMenu>
  );
}
