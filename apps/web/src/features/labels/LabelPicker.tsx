import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { useCall } from '../../lib/useCall.ts';
import { Dot } from './LabelChip.tsx';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface LabelChoice {
  loanId: string;
  chosen: string[];
  onChange: (labelIds: string[]) => void;
}

export default function LabelPicker({
  target,
  loanId,
  chosen,
  onChange,
}: LabelChoice & MenuBodyProps) {
  const { data } = useCall('listLabelsAvailableToMe', { params: { id: loanId } });
  return (
    <LateMenu position="bottom-end" closeOnItemClick={false} width={220} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {data?.labels.length === 0 && <Menu.Label>Your company has no labels yet</Menu.Label>}
        <Menu.CheckboxGroup value={chosen} onChange={onChange}>
          {(data?.labels ?? []).map(({ id, name, color }) => (
            <Menu.CheckboxItem
              key={id}
              value={id}
              checkIcon={<IconCheck size={14} stroke={2} aria-hidden />}
              rightSection={<Dot color={color} />}
            >
              {name}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </LateMenu>
  );
}
