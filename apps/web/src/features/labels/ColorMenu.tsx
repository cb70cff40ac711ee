import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { LABEL_COLORS } from './colors.ts';
import { Dot } from './LabelChip.tsx';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface ColorChoice {
  color: string;
  onChange: (color: string) => void;
}

export default function ColorMenu({ target, color, onChange }: ColorChoice & MenuBodyProps) {
  return (
    <LateMenu position="bottom-start" width={168} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={color} onChange={onChange}>
          {Object.entries(LABEL_COLORS).map(([value, name]) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
              rightSection={<Dot color={value} />}
            >
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </LateMenu>
  );
}
