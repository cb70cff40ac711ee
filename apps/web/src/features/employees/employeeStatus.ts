import type { Employee } from '@cairn/contract';
import {
  IconCircleCheck,
  IconCircleOff,
  IconClockX,
  IconLock,
  IconMail,
  IconMailX,
} from '@tabler/icons-react';
import { formatModified, inSentence } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import type { StatusChipProps } from '../../ui/StatusChip.tsx';

export const LEVELS = [
  {
    value: 'OWNER',
    name: 'Owner',
    text: 'Runs the company: its people, phases and settings, and all of its loans.',
  },
  { value: 'EMPLOYEE', name: 'Employee', text: 'Works on the company’s loans.' },
] as const;

export const levelName = (level: Employee['level']): string =>
  level === 'OWNER' ? 'Owner' : 'Employee';

const CHIPS: Record<Exclude<Employee['status'], 'INVITED'>, StatusChipProps> = {
  ACTIVE: { hue: 'green', icon: IconCircleCheck, label: 'Active' },
  LOCKED: { hue: 'orange', icon: IconLock, label: 'Locked' },
  CLOSED: { hue: 'gray', icon: IconCircleOff, label: 'Closed' },
};

export function statusChip({
  status,
  invitation,
}: Pick<Employee, 'status' | 'invitation'>): StatusChipProps {
  if (status !== 'INVITED') return CHIPS[status];
  switch (invitation?.state) {
    case 'EXPIRED':
      return { hue: 'orange', icon: IconClockX, label: 'Invitation expired' };
    case 'DECLINED':
      return { hue: 'red', icon: IconMailX, label: 'Declined' };
    default:
      return { hue: 'blue', icon: IconMail, label: 'Invited' };
  }
}

/** When an employee was last active, or when an invited person was invited. */
export function lastSeen({ lastSeenAt, invitation }: Employee, now: Date): string {
  if (invitation) {
    return `Invited ${inSentence(formatModified(invitation.sentAt, now))}`;
  }
  return lastSeenAt ? formatModified(lastSeenAt, now) : 'Never';
}

/** Employees by name, followed by invited people. */
export function inOrder(employees: readonly Employee[]): Employee[] {
  return employees.toSorted(
    (one, other) =>
      Number(one.status === 'INVITED') - Number(other.status === 'INVITED') ||
      personName(one).localeCompare(personName(other)),
  );
}
