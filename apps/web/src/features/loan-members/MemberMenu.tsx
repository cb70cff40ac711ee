import type { Party } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { IconPencil, IconUserMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { sideOf } from './memberText.ts';

export interface PartyMenu {
  loanId: string;
  party: Party;
  /** Only for borrowers; lenders and contacts have pages of their own. */
  onEdit: () => void;
  onRemove: () => void;
}

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

function EditItem({ loanId, party, onEdit }: PartyMenu) {
  const leftSection = <IconPencil {...icon} />;
  const side = sideOf(party);
  const loanRoleId = party.roles[0]?.loanRoleId ?? '';
  if (side === 'borrowers') {
    return (
      <Menu.Item leftSection={leftSection} onClick={onEdit}>
        Edit
      </Menu.Item>
    );
  }
  return (
    <Menu.Item
      leftSection={leftSection}
      renderRoot={(props) =>
        side === 'lenders' ? (
          <Link {...props} to={routes.lenderEdit} params={{ loanId, roleId: loanRoleId }} />
        ) : (
          <Link {...props} to={routes.keyContactEdit} params={{ loanId, loanRoleId }} />
        )
      }
    >
      Edit
    </Menu.Item>
  );
}

export default function MemberMenu({ target, ...menu }: PartyMenu & MenuBodyProps) {
  const { party, onRemove } = menu;
  const canEdit = party.abilities.edit && (sideOf(party) !== 'contacts' || party.contact !== null);
  return (
    <LateMenu position="bottom-end" width={220} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {canEdit && <EditItem {...menu} />}
        {party.abilities.remove && (
          <Menu.Item
            color="var(--red-fg)"
            leftSection={<IconUserMinus {...icon} />}
            onClick={onRemove}
          >
            {party.invitation ? 'Revoke invitation' : 'Remove from the loan'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
