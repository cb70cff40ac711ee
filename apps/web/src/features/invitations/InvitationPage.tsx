import type { Invitation } from '@cairn/contract';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useCall } from '../../lib/useCall.ts';
import { secretFromHash } from '../../lib/secretFromHash.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { AuthFrame } from '../auth/AuthFrame.tsx';
import classes from '../auth/AuthFrame.module.css';
import { AnswerButtons, FirstPasswordForm, LogInFirst, OtherPerson } from './AnswerForms.tsx';
import { invitationSentence, OVER } from './invitationText.ts';

const toLogin = (
  <Link to={routes.login} className={classes.link ?? ''}>
    Log in
  </Link>
);
const toHome = (
  <Link to={routes.home} className={classes.link ?? ''}>
    Go to the home page
  </Link>
);

const quietly = { onFailure: () => true };

/**
 * Earlier links have the token in the query string; this moves it into the fragment, which the browser does not send.
 */
function useLink(): { id?: string; token?: string | undefined } {
  const { id, token } = useSearch({ from: routes.loanRoleVerification });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  useEffect(() => {
    if (token === undefined) return;
    const search = id === undefined ? {} : { id };
    void navigate({
      to: routes.loanRoleVerification,
      search,
      hash: `token=${token}`,
      replace: true,
    });
  }, [id, token, navigate]);
  return { ...(id !== undefined && { id }), token: token ?? secretFromHash(hash, 'token') };
}

/** Loads the invitation by the link's token, or for a logged-in user by its id alone. */
function useInvitation() {
  const { id = '', token } = useLink();
  const me = useCall('getLoggedUser', {}, quietly);
  const byLink = useCall(
    'openInvitation',
    { body: { id, token: token ?? '' } },
    { ...quietly, enabled: id !== '' && token !== undefined },
  );
  const addressed = useCall(
    'getAction',
    { query: { id } },
    { ...quietly, enabled: id !== '' && token === undefined && me.isSuccess },
  );
  const used = token === undefined ? addressed : byLink;
  const isAnonymous = me.isError && token === undefined;
  return {
    token,
    ownAddress: me.data?.emailAddress,
    invitation: used.data,
    hasPassword: byLink.data?.hasPassword ?? true,
    isPending: me.isPending || (used.isPending && id !== '' && !isAnonymous),
  };
}

interface OpenProps {
  invitation: Invitation;
  token: string | undefined;
  ownAddress: string | undefined;
  hasPassword: boolean;
}

function Answer({ invitation, token, ownAddress, hasPassword }: OpenProps): ReactNode {
  if (ownAddress !== undefined) {
    const same = ownAddress.toLowerCase() === invitation.emailAddress.toLowerCase();
    return same ? (
      <AnswerButtons invitation={invitation} />
    ) : (
      <OtherPerson invitation={invitation} ownAddress={ownAddress} />
    );
  }
  if (token === undefined) return null;
  return hasPassword ? (
    <LogInFirst invitation={invitation} token={token} />
  ) : (
    <FirstPasswordForm invitation={invitation} token={token} />
  );
}

/** Opening the page changes nothing, because email scanners open every link. Only the buttons answer. */
export function InvitationPage() {
  const { invitation, isPending, ownAddress, ...rest } = useInvitation();
  const waiting = useDelayed(isPending);
  const foot = ownAddress === undefined ? toLogin : toHome;
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
        lead="The link may be incomplete. Open it again from the email, or ask for a new invitation."
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
          {invitationSentence(invitation)} This invitation expires{' '}
          {formatDate(invitation.expiresAt)}.
        </>
      }
    >
      <Answer invitation={invitation} ownAddress={ownAddress} {...rest} />
    </AuthFrame>
  );
}
