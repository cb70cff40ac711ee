import type { Party } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconDots, IconPhone, IconTag } from '@tabler/icons-react';
import { Avatar } from '../../kit/Avatar.tsx';
import { useNow } from '../../kit/clock.ts';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useStore } from '../../kit/store.ts';
import { LabelChip } from '../labels/LabelChip.tsx';
import type { LabelChoice } from '../labels/LabelChoiceBody.tsx';
import { invite, invitesUnderWay } from './inviting.ts';
import classes from './Parties.module.css';
import type { PartyMenu } from './PartyMenuBody.tsx';
import { askedWhen, invitationChip, partIn } from './words.ts';

const labelMenu = menuLoadedBy<LabelChoice>(() => import('../labels/LabelChoiceBody.tsx'));
const menu = menuLoadedBy<PartyMenu>(() => import('./PartyMenuBody.tsx'));

interface PartyRowProps {
  party: Party;
  loanId: string;
  /** Absent where the caller may not put labels. */
  onPut: ((labelIds: string[]) => void) | undefined;
  onEdit: () => void;
  onRemove: () => void;
}

/** Where an invitation stands, and the press that sends it. */
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
          className={classes.send ?? ''}
          loading={underWay.has(party.id)}
          aria-label={`${isFirst ? 'Send' : 'Send again'} the invitation of ${party.displayName}`}
          onClick={() => void invite(loanId, party)}
        >
          {isFirst ? 'Send' : 'Send again'}
        </Button>
      )}
      <span className={classes.asked}>{askedWhen(party, now)}</span>
    </div>
  );
}

export function PartyRow({ party, loanId, onPut, onEdit, onRemove }: PartyRowProps) {
  const { displayName, abilities, contact } = party;
  return (
    <li className={classes.party}>
      <Avatar person={party} size={32} />
      <div className={classes.who}>
        <p className={classes.name}>{displayName}</p>
        <p className={classes.roles}>{partIn(party)}</p>
        {contact?.phone && (
          <a className={classes.phone} href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
            <IconPhone size={13} stroke={1.7} aria-hidden /> {contact.phone}
          </a>
        )}
      </div>
      <div className={classes.tools}>
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
      </div>
      <InvitationLine party={party} loanId={loanId} />
      <div className={classes.labels}>
        {party.labels.map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
      </div>
    </li>
  );
}
