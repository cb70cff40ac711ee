import type { Invitation } from '@cairn/contract';
import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { queryClient } from '../../kit/queries.ts';
import { signedIn } from '../../kit/session.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import {
  NewPasswordField,
  Notice,
  Notices,
  SubmitButton,
  TextField,
} from '../identity/AuthFields.tsx';
import classes from '../identity/AuthFrame.module.css';
import { useAuthForm } from '../identity/useAuthForm.ts';

/** An owner sets the company up first; everybody else starts where the work is. */
const firstPage = ({ level }: Invitation): string =>
  level === 'OWNER' ? routes.adminPeople : routes.home;

interface LinkProps {
  invitation: Invitation;
  token: string;
}

export function DeclineByLink({ invitation, token }: LinkProps) {
  const decline = useAction('declineInvitation', {
    onFailure: (error) => {
      toast.error(error.message);
      return true;
    },
  });
  return (
    <Button
      variant="subtle"
      fullWidth
      h={44}
      loading={decline.isPending}
      onClick={() => decline.mutate({ body: { id: invitation.id, token } })}
    >
      Decline
    </Button>
  );
}

/** For somebody who has no password anywhere: choosing one accepts. */
export function FirstPasswordForm({ invitation, token }: LinkProps) {
  const router = useRouter();
  const { form, fieldErrors, message, running, submit } = useAuthForm('acceptInvitation', {
    fields: ['givenName', 'familyName', 'password'],
    request: (given) => ({ body: { id: invitation.id, token, ...given } }),
    done: () => {
      // Whoever was signed in before in this tab, nothing of theirs is shown to the next one.
      queryClient.clear();
      signedIn.set(true);
      router.history.push(firstPage(invitation));
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextField
          name="givenName"
          label="First name"
          autoComplete="given-name"
          defaultValue={invitation.givenName}
          error={fieldErrors['givenName']}
        />
        <TextField
          name="familyName"
          label="Last name"
          autoComplete="family-name"
          defaultValue={invitation.familyName}
          error={fieldErrors['familyName']}
        />
      </div>
      {/* So that a password manager knows whose password it keeps. */}
      <TextField
        name="username"
        label="E-mail"
        autoComplete="username"
        readOnly
        defaultValue={invitation.emailAddress}
        error={undefined}
      />
      <NewPasswordField name="password" label="Password" error={fieldErrors['password']} />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <SubmitButton running={running}>Accept and log in</SubmitButton>
      <DeclineByLink invitation={invitation} token={token} />
    </form>
  );
}

export function LogInFirst({ invitation, token }: LinkProps) {
  const router = useRouter();
  return (
    <div className={classes.form}>
      <Notice hue="orange">
        You have an account for <strong>{invitation.emailAddress}</strong>. Log in to answer.
      </Notice>
      <Button
        renderRoot={(props) => (
          <Link {...props} to={routes.login} search={{ return: router.state.location.href }} />
        )}
        fullWidth
        h={44}
        fz={15}
      >
        Log in
      </Button>
      <DeclineByLink invitation={invitation} token={token} />
    </div>
  );
}

export function OtherPerson({ invitation, mine }: { invitation: Invitation; mine: string }) {
  const logout = useAction('logout');
  const leave = () => {
    signedIn.set(false);
    queryClient.clear();
    window.location.reload();
  };
  return (
    <div className={classes.form}>
      <Notice hue="orange">
        This invitation is for <strong>{invitation.emailAddress}</strong>. You are logged in as{' '}
        <strong>{mine}</strong>.
      </Notice>
      <Button
        fullWidth
        h={44}
        fz={15}
        loading={logout.isPending}
        onClick={() => logout.mutate({}, { onSuccess: leave })}
      >
        Log out and answer it
      </Button>
    </div>
  );
}

/** For the addressee, logged in: one press, and the new role is entered. */
export function AnswerButtons({ invitation }: { invitation: Invitation }) {
  const answer = useAction('doAction');
  const enter = useAction('setLoggedRole');
  const { id, level, company } = invitation;

  const accept = async () => {
    await answer.mutateAsync({ body: { id, data: { action: 'ACCEPT' } } });
    if (level) {
      await enter.mutateAsync({
        params: { roleLevel: 'LENDER' },
        query: { companyId: company.id },
      });
    }
    // A document of its own: no part of a page is made for two roles.
    window.location.assign(firstPage(invitation));
  };
  const decline = () => answer.mutate({ body: { id, data: { action: 'DECLINE' } } });
  const busy = answer.isPending || enter.isPending;
  return (
    <div className={classes.form}>
      <Button
        fullWidth
        h={44}
        fz={15}
        loading={busy}
        // A failure has been said by the call itself.
        onClick={() => void accept().catch(() => undefined)}
      >
        Accept
      </Button>
      <Button variant="subtle" fullWidth h={44} disabled={busy} onClick={decline}>
        Decline
      </Button>
    </div>
  );
}
