import { TITLE_VARIABLES, type TitleVariable } from '@cairn/contract/naming';
import { Menu } from '@mantine/core';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface VariableChoice {
  onInsert: (variable: TitleVariable) => void;
}

export default function VariableMenu({ target, onInsert }: VariableChoice & MenuBodyProps) {
  return (
    <LateMenu position="bottom-end" width={200} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {(Object.entries(TITLE_VARIABLES) as [TitleVariable, string][]).map(([name, label]) => (
          <Menu.Item key={name} onClick={() => onInsert(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </LateMenu>
  );
}
