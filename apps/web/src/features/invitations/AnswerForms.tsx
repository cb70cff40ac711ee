import type { Invitation } from '@cairn/contract';
import { Button, Stack } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { forgetUser } from '../../lib/forgetUser.ts';
import { routes } from '../../lib/routes.ts';
import { queryClient } from '../../lib/queries.ts';
import { signedIn } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { FieldRow, Form } from '../../ui/Form.tsx';
import { NewPasswordField, Notice, SubmitButton, TextField } from '../../ui/FormFields.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';
import { firstPage } from './firstPage.ts';

interface LinkProps {
  invitation: Invitation;
  token: string;
}

function DeclineByLink({ invitation, token }: LinkProps) {
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
      size="md"
      loading={decline.isPending}
      onClick={() => decline.mutate({ body: { id: invitation.id, token } })}
    >
      Decline
    </Button>
  );
}

/** For invited people without a password. Choosing one accepts the invitation. */
export function FirstPasswordForm({ invitation, token }: LinkProps) {
  const router = useRouter();
  const form = useCallForm('acceptInvitation', {
    initialValues: {
      givenName: invitation.givenName,
      familyName: invitation.familyName,
      password: '',
    },
    rules: async () =>
      (await import('@cairn/contract/invitations')).invitations.acceptInvitation.body,
    request: (values) => ({ body: { id: invitation.id, token, ...values } }),
    onSuccess: () => {
      // Clears the cache: the next user of this tab must not see data of the previous one.
      queryClient.clear();
      signedIn.set(true);
      void firstPage(invitation).then((page) => router.history.push(page));
    },
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton busy={form.busy}>Accept and log in</SubmitButton>
          <DeclineByLink invitation={invitation} token={token} />
        </>
      }
    >
      <FieldRow>
        <TextField {...form.field('givenName')} label="First name" autoComplete="given-name" />
        <TextField {...form.field('familyName')} label="Last name" autoComplete="family-name" />
      </FieldRow>
      {/* Tells password managers which account the new password belongs to. */}
      <TextField
        name="username"
        label="Email"
        autoComplete="username"
        readOnly
        defaultValue={invitation.emailAddress}
      />
      <NewPasswordField {...form.field('password')} label="Password" />
    </Form>
  );
}

export function LogInFirst({ invitation, token }: LinkProps) {
  // Leaves out the token: the user returns logged in, and a secret must not be in the URL of the log-in page.
  const back = `${routes.loanRoleVerification}?id=${invitation.id}`;
  return (
    <Stack>
      <Notice hue="orange">
        You have an account for <strong>{invitation.emailAddress}</strong>. Log in to respond.
      </Notice>
      <Button
        renderRoot={(props) => <Link {...props} to={routes.login} search={{ return: back }} />}
        fullWidth
        size="md"
      >
        Log in
      </Button>
      <DeclineByLink invitation={invitation} token={token} />
    </Stack>
  );
}

export function OtherPerson({
  invitation,
  ownAddress,
}: {
  invitation: Invitation;
  ownAddress: string;
}) {
  const logout = useAction('logout');
  const leave = () => {
    forgetUser();
    window.location.reload();
  };
  return (
    <Stack>
      <Notice hue="orange">
        This invitation is for <strong>{invitation.emailAddress}</strong>. You are logged in as{' '}
        <strong>{ownAddress}</strong>.
      </Notice>
      <Button
        fullWidth
        size="md"
        loading={logout.isPending}
        onClick={() => logout.mutate({}, { onSuccess: leave })}
      >
        Log out and respond
      </Button>
    </Stack>
  );
}

/** For the invited person, logged in. Accepting also switches to the new role. */
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
    // Loads a new document, so that nothing on the page belongs to the previous role.
    window.location.assign(await firstPage(invitation));
  };
  const decline = () => answer.mutate({ body: { id, data: { action: 'DECLINE' } } });
  const busy = answer.isPending || enter.isPending;
  return (
    <Stack>
      <Button
        fullWidth
        size="md"
        loading={busy}
        // The call has already reported a failure.
        onClick={() => void accept().catch(() => undefined)}
      >
        Accept
      </Button>
      <Button variant="subtle" fullWidth size="md" disabled={busy} onClick={decline}>
        Decline
      </Button>
    </Stack>
  );
}
