import type { Party, StoppedAddress } from '@cairn/contract';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconDots, IconPhone, IconTag } from '@tabler/icons-react';
import { Avatar } from '../../ui/Avatar.tsx';
import { useNow } from '../../lib/clock.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useStore } from '../../lib/store.ts';
import { StoppedNotice } from '../deliveries/StoppedNotice.tsx';
import { LabelChip } from '../labels/LabelChip.tsx';
import type { LabelChoice } from '../labels/LabelPicker.tsx';
import { invite, inviteAfterConfirming, invitesUnderWay } from './inviteMember.ts';
import classes from './LoanMembers.module.css';
import type { PartyMenu } from './MemberMenu.tsx';
import { askedWhen, invitationChip, partIn, sideOf } from './memberText.ts';

const labelMenu = menuLoadedBy<LabelChoice>(() => import('../labels/LabelPicker.tsx'));
const menu = menuLoadedBy<PartyMenu>(() => import('./MemberMenu.tsx'));

interface PartyRowProps {
  party: Party;
  loanId: string;
  /** Addresses of this person to which nothing more is sent. */
  stopped: readonly StoppedAddress[];
  mayTryAgain: boolean;
  /** Undefined if the caller may not assign labels. */
  onPut: ((labelIds: string[]) => void) | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

/** The state of an invitation, and the button that sends it. */
function InvitationLine({ party, loanId }: { party: Party; loanId: string }) {
  const now = useNow();
  const underWay = useStore(invitesUnderWay);
  const chip = invitationChip(party);
  if (!chip) return null;
  const isFirst = party.invitation?.state === 'NOT_SENT';
  return (
    <div className={classes.invitation}>
      <StatusChip {...chip} />
      {party.abilities.invite && (
        <Button
          variant="default"
          size="compact-xs"
          ml="auto"
          loading={underWay.has(party.id)}
          aria-label={`${isFirst ? 'Send invitation' : 'Resend invitation'} to ${party.displayName}`}
          onClick={() => void invite(loanId, party)}
        >
          {isFirst ? 'Send' : 'Resend'}
        </Button>
      )}
      <span className={classes.asked}>{askedWhen(party, now)}</span>
    </div>
  );
}

export function MemberRow(props: PartyRowProps) {
  const { party, loanId, stopped, mayTryAgain, onPut, onEdit, onRemove } = props;
  const { displayName, abilities, contact, invitation } = party;
  // Only the dialog for borrowers can change an address; the pages for lenders and contacts cannot.
  const canCorrect = invitation !== null && abilities.edit && sideOf(party) === 'borrowers';
  return (
    <li className={classes.party}>
      <Avatar person={party} size={32} />
      <Box miw={0}>
        <Text truncate inherit fw={500}>
          {displayName}
        </Text>
        <Text size="meta" c="var(--ink-2)">
          {partIn(party)}
        </Text>
        {contact?.phone && (
          <Flex
            component="a"
            className={classes.phone}
            display="inline-flex"
            align="center"
            gap="s4"
            c="var(--ink-2)"
            fz="meta"
            lh="meta"
            href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}
          >
            <IconPhone size={13} stroke={1.7} aria-hidden /> {contact.phone}
          </Flex>
        )}
      </Box>
      <Group gap={0} align="stretch" wrap="nowrap" style={{ alignSelf: 'start' }}>
        {onPut && (
          <LazyMenu
            menu={labelMenu}
            className={classes.put}
            label={`Labels of ${displayName}`}
            body={{ loanId, chosen: party.labels.map(({ id }) => id), onChange: onPut }}
          >
            <IconTag size={16} stroke={1.7} aria-hidden />
          </LazyMenu>
        )}
        {(abilities.edit || abilities.remove) && (
          <LazyMenu
            menu={menu}
            className={classes.put}
            label={`Actions for ${displayName}`}
            body={{ loanId, party, onEdit, onRemove }}
          >
            <IconDots size={16} stroke={1.7} aria-hidden />
          </LazyMenu>
        )}
      </Group>
      <InvitationLine party={party} loanId={loanId} />
      {stopped.map((each) => (
        <StoppedNotice
          key={each.deliveryId}
          loanId={loanId}
          stopped={each}
          phone={contact?.phone ?? each.phone}
          mayTryAgain={mayTryAgain}
          onCorrect={canCorrect ? onEdit : undefined}
          // Trying an address again does not resend invitations, so the invitation is sent separately.
          onTriedAgain={
            invitation && abilities.invite
              ? () => void inviteAfterConfirming(loanId, party)
              : undefined
          }
        />
      ))}
      <div className={classes.labels}>
        {party.labels.map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
      </div>
    </li>
  );
}
