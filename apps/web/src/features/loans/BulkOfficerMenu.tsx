import { Menu } from '@mantine/core';
import { useOfficers } from '../../lib/useOfficers.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';

export interface Officer {
  value: string;
  label: string;
}

export interface BulkOfficerMenu {
  onAdd: (officer: Officer) => void;
}

export default function BulkOfficerMenu({ target, onAdd }: BulkOfficerMenu & MenuBodyProps) {
  const officers = useOfficers();
  return (
    <LateMenu position="top" width={232} offset={8} withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>Add to the team of each loan</Menu.Label>
        {officers.map((officer) => (
          <Menu.Item key={officer.value} onClick={() => onAdd(officer)}>
            {officer.label}
          </Menu.Item>
        ))}
        {officers.length === 0 && <Menu.Item disabled>No other employees</Menu.Item>}
      </Menu.Dropdown>
    </LateMenu>
  );
}
