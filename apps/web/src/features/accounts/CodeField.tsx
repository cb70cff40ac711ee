import { CODE_AGAIN_SECONDS } from '@cairn/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { countdown } from '../../format/dates.ts';
import { announce } from '../../kit/announce.ts';
import { useAction } from '../../kit/useAction.ts';
import { TextField } from '../identity/AuthFields.tsx';
import classes from '../identity/AuthFrame.module.css';
import { useSecondsLeft } from '../identity/useSecondsLeft.ts';
import { formatCode } from './code.ts';

/** Takes the focus when it appears: the code is what comes next. */
export function CodeField({ error }: { error: string | undefined }) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextField
      ref={input}
      name="code"
      label="Code from the e-mail"
      error={error}
      value={code}
      onChange={({ currentTarget }) => setCode(formatCode(currentTarget.value))}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="XXXX-XXXX"
      data-code
    />
  );
}

/** The same code once more, not more often than once a minute. */
export function ResendButton({ username }: { username: string }) {
  const [left, count] = useSecondsLeft();
  const [sent, setSent] = useState(false);
  const wait = useRef(count);
  useEffect(() => wait.current(Date.now() + CODE_AGAIN_SECONDS * 1000), []);
  const resend = useAction('resendConfirmationCode');
  const again = () =>
    resend.mutate(
      { body: { username, provider: 'EMAIL' } },
      {
        onSuccess: () => {
          setSent(true);
          announce('Sent again');
          count(Date.now() + CODE_AGAIN_SECONDS * 1000);
        },
      },
    );
  return (
    <div className={classes.resend}>
      <span>
        {sent ? 'Sent again. It may take a minute.' : 'No mail? Look among the spam, too.'}
      </span>
      <button
        type="button"
        className={`${classes.link} ${classes.plain}`}
        onClick={again}
        disabled={left > 0 || resend.isPending}
      >
        {left > 0 ? `Send it again in ${countdown(left)}` : 'Send it again'}
      </button>
    </div>
  );
}
