import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from './LazyMenu.tsx';
import { LateMenu } from './LateMenu.tsx';

export interface FilterOption {
  value: string;
  label: string;
}

export interface FilterChoice {
  options: readonly FilterOption[];
  /** The options exclude each other: one of them is chosen, or none. */
  single?: boolean;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

const tick = <IconCheck size={14} stroke={2} aria-hidden />;

function Several({ options, chosen, onChange }: FilterChoice) {
  return (
    <Menu.CheckboxGroup value={chosen} onChange={onChange}>
      {options.map(({ value, label }) => (
        <Menu.CheckboxItem key={value} value={value} checkIcon={tick}>
          {label}
        </Menu.CheckboxItem>
      ))}
    </Menu.CheckboxGroup>
  );
}

function One({ options, chosen, onChange }: FilterChoice) {
  return (
    <Menu.RadioGroup value={chosen[0] ?? ''} onChange={(value) => onChange([value])}>
      {options.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value} checkIcon={tick}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

export default function FilterMenu({ target, ...choice }: FilterChoice & MenuBodyProps) {
  const { single = false, chosen, onChange } = choice;
  return (
    <LateMenu position="bottom-end" closeOnItemClick={single} width={220} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {single ? <One {...choice} /> : <Several {...choice} />}
        {chosen.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item closeMenuOnClick onClick={() => onChange([])}>
              Show all
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
