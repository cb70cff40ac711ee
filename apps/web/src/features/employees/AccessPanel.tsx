import type { Employee } from '@cairn/contract';
import { Button, Flex, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { Panel, PanelHeading } from '../../ui/Card.tsx';
import { formatDate } from '../../lib/format/dates.ts';
import classes from './Employees.module.css';
import { useEmployee } from './useEmployee.ts';

const RemoveDialog = lazy(() => import('./RemoveEmployeeDialog.tsx'));

interface LineProps {
  title: string;
  text: string;
  action: ReactNode;
}

function Line({ title, text, action }: LineProps) {
  return (
    <Flex
      className={classes.line}
      align="center"
      justify="space-between"
      wrap="wrap"
      rowGap="sm"
      columnGap="lg"
    >
      <div>
        <PanelHeading>{title}</PanelHeading>
        <Text size="table" c="var(--ink-2)" mt="s2">
          {text}
        </Text>
      </div>
      {action}
    </Flex>
  );
}

function invitationText({ invitation }: Employee): string {
  if (!invitation) return '';
  const sentOn = `Sent on ${formatDate(invitation.sentAt)}`;
  const by = invitation.invitedBy ? `${sentOn} by ${invitation.invitedBy}` : sentOn;
  switch (invitation.state) {
    case 'DECLINED':
      return `${by}, and declined.`;
    case 'EXPIRED':
      return `${by}. The link expired on ${formatDate(invitation.expiresAt)}.`;
    default:
      return `${by}. The link expires on ${formatDate(invitation.expiresAt)}.`;
  }
}

export function AccessPanel({ companyId, person }: { companyId: string; person: Employee }) {
  const { abilities } = person;
  const { resend, resetPassword, busy } = useEmployee(companyId, person);
  const [removing, setRemoving] = useState<'never' | 'open' | 'closed'>('never');
  const navigate = useNavigate();
  const invited = person.status === 'INVITED';
  if (!abilities.resend && !abilities.resetPassword && !abilities.remove) return null;
  return (
    <Panel component="section" aria-label="Access">
      {abilities.resend && (
        <Line
          title="Invitation"
          text={invitationText(person)}
          action={
            <Button variant="default" loading={busy} onClick={resend}>
              Send again
            </Button>
          }
        />
      )}
      {abilities.resetPassword && (
        <Line
          title="Password"
          text="They’re logged out and get an email to choose a new one. No one else sees it."
          action={
            <Button variant="default" loading={busy} onClick={resetPassword}>
              Reset password
            </Button>
          }
        />
      )}
      {abilities.remove && (
        <Line
          title={invited ? 'Revoke invitation' : 'Remove from the company'}
          text={
            invited
              ? 'The link in the email stops working.'
              : 'They lose access immediately. Their activity stays in the records.'
          }
          action={
            <Button variant="default" onClick={() => setRemoving('open')}>
              {invited ? 'Revoke' : 'Remove'}
            </Button>
          }
        />
      )}
      {removing !== 'never' && (
        <Suspense fallback={null}>
          <RemoveDialog
            companyId={companyId}
            person={person}
            opened={removing === 'open'}
            onClose={() => setRemoving('closed')}
            onRemoved={() => void navigate({ to: routes.adminPeople, search: { companyId } })}
          />
        </Suspense>
      )}
    </Panel>
  );
}
