import type { Employee } from '@cairn/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { formatDate } from '../../format/dates.ts';
import classes from './People.module.css';
import { usePerson } from './usePerson.ts';

const RemoveDialog = lazy(() => import('./RemoveDialog.tsx'));

interface LineProps {
  title: string;
  text: string;
  action: ReactNode;
}

function Line({ title, text, action }: LineProps) {
  return (
    <div className={classes.line}>
      <div>
        <h2 className={classes.panelTitle}>{title}</h2>
        <p className={classes.panelText}>{text}</p>
      </div>
      {action}
    </div>
  );
}

function invitationText({ invitation }: Employee): string {
  if (!invitation) return '';
  const sent = `Sent on ${formatDate(invitation.sentAt)}`;
  const by = invitation.invitedBy ? `${sent} by ${invitation.invitedBy}` : sent;
  switch (invitation.state) {
    case 'DECLINED':
      return `${by}, and declined.`;
    case 'EXPIRED':
      return `${by}. The link ran out on ${formatDate(invitation.expiresAt)}.`;
    default:
      return `${by}. The link is good until ${formatDate(invitation.expiresAt)}.`;
  }
}

export function AccessPanel({ companyId, person }: { companyId: string; person: Employee }) {
  const { abilities } = person;
  const { resend, resetPassword, busy } = usePerson(companyId, person);
  const [removing, setRemoving] = useState<'never' | 'open' | 'closed'>('never');
  const navigate = useNavigate();
  const invited = person.status === 'INVITED';
  if (!abilities.resend && !abilities.resetPassword && !abilities.remove) return null;
  return (
    <section className={classes.panel} aria-label="Access">
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
          text="They are logged out and asked by mail to choose a new one. Nobody else sees it."
          action={
            <Button variant="default" loading={busy} onClick={resetPassword}>
              Reset password
            </Button>
          }
        />
      )}
      {abilities.remove && (
        <Line
          title={invited ? 'Take the invitation back' : 'Remove from the company'}
          text={
            invited
              ? 'The link in the mail stops working.'
              : 'They lose access at once. What they did stays in the records.'
          }
          action={
            <Button variant="default" onClick={() => setRemoving('open')}>
              {invited ? 'Take it back' : 'Remove'}
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
    </section>
  );
}
