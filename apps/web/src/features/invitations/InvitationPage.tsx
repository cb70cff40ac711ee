import type { Invitation } from '@cairn/contract';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routes } from '../../app/routes.ts';
import { formatDate } from '../../format/dates.ts';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { AuthFrame } from '../identity/AuthFrame.tsx';
import classes from '../identity/AuthFrame.module.css';
import { AnswerButtons, FirstPasswordForm, LogInFirst, OtherPerson } from './AnswerForms.tsx';
import { asks, OVER } from './words.ts';

const toLogin = (
  <Link to={routes.login} className={classes.link ?? ''}>
    Log in
  </Link>
);
const toHome = (
  <Link to={routes.home} className={classes.link ?? ''}>
    Go to the start page
  </Link>
);

const quietly = { onFailure: () => true };

/** By the link from the mail, or, for somebody who is logged in, by the invitation alone. */
function useInvitation() {
  const { id = '', token } = useSearch({ from: routes.loanRoleVerification });
  const me = useCall('getLoggedUser', {}, quietly);
  const data = JSON.stringify({ token });
  const byLink = useCall(
    'validateAction',
    { query: { id, data } },
    { ...quietly, enabled: id !== '' && token !== undefined },
  );
  const addressed = useCall(
    'getAction',
    { query: { id } },
    { ...quietly, enabled: id !== '' && token === undefined && me.isSuccess },
  );
  const used = token === undefined ? addressed : byLink;
  const nobody = me.isError && token === undefined;
  return {
    token,
    mine: me.data?.emailAddress,
    invitation: used.data,
    hasPassword: byLink.data?.hasPassword ?? true,
    isPending: me.isPending || (used.isPending && id !== '' && !nobody),
  };
}

interface OpenProps {
  invitation: Invitation;
  token: string | undefined;
  mine: string | undefined;
  hasPassword: boolean;
}

function Answer({ invitation, token, mine, hasPassword }: OpenProps): ReactNode {
  if (mine !== undefined) {
    const same = mine.toLowerCase() === invitation.emailAddress.toLowerCase();
    return same ? (
      <AnswerButtons invitation={invitation} />
    ) : (
      <OtherPerson invitation={invitation} mine={mine} />
    );
  }
  if (token === undefined) return null;
  return hasPassword ? (
    <LogInFirst invitation={invitation} token={token} />
  ) : (
    <FirstPasswordForm invitation={invitation} token={token} />
  );
}

/** Opening it changes nothing: mail scanners open every link. Only a press answers. */
export function InvitationPage() {
  const { invitation, isPending, mine, ...rest } = useInvitation();
  const waiting = useDelayed(isPending);
  const foot = mine === undefined ? toLogin : toHome;
  if (isPending) {
    return (
      <AuthFrame title="Invitation" lead="One moment.">
        {waiting && <RowsSkeleton label="Loading the invitation" rows={3} />}
      </AuthFrame>
    );
  }
  if (!invitation) {
    return (
      <AuthFrame
        title="This link does not work"
        lead="It may have been cut in two by the mail program. Open it from the mail once more, or ask for a new invitation."
        foot={foot}
      >
        {null}
      </AuthFrame>
    );
  }
  if (invitation.state !== 'OPEN') {
    const { title, text } = OVER[invitation.state];
    return (
      <AuthFrame title={title} lead={text} foot={foot}>
        {null}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={invitation.company.name}
      lead={
        <>
          {asks(invitation)} You can answer until {formatDate(invitation.expiresAt)}.
        </>
      }
    >
      <Answer invitation={invitation} mine={mine} {...rest} />
    </AuthFrame>
  );
}
