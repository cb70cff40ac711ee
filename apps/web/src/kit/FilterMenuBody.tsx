import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from './LazyMenu.tsx';

export interface FilterOption {
  value: string;
  label: string;
}

export interface FilterChoice {
  options: FilterOption[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

export default function FilterMenuBody({
  target,
  options,
  chosen,
  onChange,
}: FilterChoice & MenuBodyProps) {
  return (
    <Menu defaultOpened position="bottom-end" closeOnItemClick={false} width={220} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={chosen} onChange={onChange}>
          {options.map(({ value, label }) => (
            <Menu.CheckboxItem
              key={value}
              value={value}
              checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
            >
              {label}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        {chosen.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item closeMenuOnClick onClick={() => onChange([])}>
              Show all
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
