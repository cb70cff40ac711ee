import type { Employee } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { IconKey, IconLink, IconMailForward, IconPencil, IconUserMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { useEmployee } from './useEmployee.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface PersonMenu {
  companyId: string;
  person: Employee;
  onRemove: () => void;
}

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

export default function EmployeeMenu({
  target,
  companyId,
  person,
  onRemove,
}: PersonMenu & MenuBodyProps) {
  const { resend, copyUploadLink, resetPassword } = useEmployee(companyId, person);
  const { abilities, status } = person;
  return (
    <LateMenu position="bottom-end" width={236} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {abilities.edit && (
          <Menu.Item
            renderRoot={(props) => (
              <Link
                {...props}
                to={routes.adminLenderEdit}
                params={{ companyId, userId: person.id }}
              />
            )}
            leftSection={<IconPencil {...icon} />}
          >
            Edit
          </Menu.Item>
        )}
        {abilities.resend && (
          <Menu.Item leftSection={<IconMailForward {...icon} />} onClick={resend}>
            Resend invitation
          </Menu.Item>
        )}
        {(status === 'ACTIVE' || status === 'LOCKED') && (
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={copyUploadLink}>
            Copy secure-upload link
          </Menu.Item>
        )}
        {abilities.resetPassword && (
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={resetPassword}>
            Reset password
          </Menu.Item>
        )}
        {abilities.remove && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="var(--red-fg)"
              leftSection={<IconUserMinus {...icon} />}
              onClick={onRemove}
            >
              {status === 'INVITED' ? 'Revoke invitation' : 'Remove from the company'}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
