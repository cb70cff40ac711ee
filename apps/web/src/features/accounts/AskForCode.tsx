import type { CallName } from '@cairn/contract';
import type { Request } from '../../kit/client.ts';
import { useStore } from '../../kit/store.ts';
import { addressTyped } from '../identity/addressTyped.ts';
import { EmailField, Notice, Notices, SubmitButton } from '../identity/AuthFields.tsx';
import classes from '../identity/AuthFrame.module.css';
import { useAuthForm } from '../identity/useAuthForm.ts';

interface AskForCodeProps<Name extends CallName> {
  call: Name;
  request: (username: string) => Request<Name>;
  onSent: (username: string) => void;
}

/** Whose code it is to be, asked once and remembered for the next of these pages. */
export function AskForCode<Name extends CallName>({
  call,
  request,
  onSent,
}: AskForCodeProps<Name>) {
  const address = useStore(addressTyped);
  const { form, fieldErrors, message, running, submit } = useAuthForm(call, {
    fields: ['username'],
    request: ({ username }) => request(username),
    done: ({ username }) => {
      addressTyped.set(username);
      onSent(username);
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <EmailField name="username" initial={address} error={fieldErrors['username']} />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <SubmitButton running={running}>Send me a code</SubmitButton>
    </form>
  );
}
