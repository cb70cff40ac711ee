import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface PhaseChoice {
  phases: { id: string; name: string }[];
  hidden: string[];
  onChange: (hidden: string[]) => void;
}

/**
 * Chooses which phases the strip shows. The preference also contains the hidden phases of other sections, which stay
 * unchanged.
 */
export default function PhaseMenu({
  target,
  phases,
  hidden,
  onChange,
}: PhaseChoice & MenuBodyProps) {
  const ids = phases.map(({ id }) => id);
  const shownIds = ids.filter((id) => !hidden.includes(id));
  const elsewhere = hidden.filter((id) => !ids.includes(id));
  const show = (newIds: string[]) =>
    onChange([...elsewhere, ...ids.filter((id) => !newIds.includes(id))]);
  return (
    <LateMenu position="bottom-end" closeOnItemClick={false} width={232} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Phases shown</Menu.Label>
        <Menu.CheckboxGroup value={shownIds} onChange={show}>
          {phases.map(({ id, name }) => (
            <Menu.CheckboxItem
              key={id}
              value={id}
              checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
            >
              {name}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        {shownIds.length < ids.length && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => show(ids)}>Show all</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
