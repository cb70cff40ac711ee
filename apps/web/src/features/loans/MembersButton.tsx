import type { Loan } from '@cairn/contract';
import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { AvatarStack } from '../../ui/Avatar.tsx';
import classes from './LoanBar.module.css';
import { membersOf } from './members.ts';

const load = () => import('../loan-members/MembersDrawer.tsx');
const MembersDrawer = lazy(load);

/**
 * Shows the avatars of the loan members and opens the list with their roles and labels. The Invite button is next to
 * it.
 */
export function MembersButton({ loan }: { loan: Loan }) {
  // Returning from a member's page reopens the list, because the link back carries the #people hash.
  const isLinked = useLocation({ select: ({ hash }) => hash === 'people' });
  const [opened, setOpened] = useState(isLinked);
  // The drawer stays mounted after the first use so that its closing transition can run.
  const [used, setUsed] = useState(isLinked);
  const [inviting, setInviting] = useState(false);
  const navigate = useNavigate();
  const open = () => {
    setUsed(true);
    setOpened(true);
  };
  const invite = () => {
    setUsed(true);
    setInviting(true);
  };
  const close = () => {
    setOpened(false);
    if (isLinked) void navigate({ to: '.', search: true, hash: '', replace: true });
  };
  return (
    <>
      <UnstyledButton
        className={classes.people ?? ''}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={open}
      >
        <VisuallyHidden>People on this loan: </VisuallyHidden>
        <span className={classes.faces}>
          <AvatarStack people={membersOf(loan)} shown={4} />
        </span>
        <IconUsers className={classes.noFaces ?? ''} size={18} stroke={1.7} aria-hidden />
      </UnstyledButton>
      {loan.abilities.invite && (
        <Button
          className={classes.invite ?? ''}
          variant="default"
          leftSection={<IconUserPlus size={16} stroke={1.7} aria-hidden />}
          aria-haspopup="dialog"
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={invite}
        >
          Invite
        </Button>
      )}
      {used && (
        <Suspense fallback={null}>
          <MembersDrawer
            loan={loan}
            opened={opened}
            onClose={close}
            inviting={inviting}
            onInvited={() => setInviting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
