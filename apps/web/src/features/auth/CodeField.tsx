import { CODE_AGAIN_SECONDS } from '@cairn/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { countdown } from '../../lib/format/dates.ts';
import { announce } from '../../lib/announce.ts';
import { useAction } from '../../lib/useAction.ts';
import { TextField } from '../../ui/FormFields.tsx';
import classes from './AuthFrame.module.css';
import { useSecondsLeft } from '../../lib/useSecondsLeft.ts';
import { formatCode } from './code.ts';

/** Wide letter spacing makes the code easy to compare with the one in the email. */
const CODE = { input: { letterSpacing: '0.12em' } };

interface CodeFieldProps {
  name: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}

/** Takes the focus when it appears, because entering the code is the only next step. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextField
      name={field.name}
      error={field.error}
      ref={input}
      label="Code from the email"
      value={code}
      onChange={({ currentTarget }) => {
        const formatted = formatCode(currentTarget.value);
        setCode(formatted);
        onChange(formatted);
      }}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="XXXX-XXXX"
      styles={CODE}
    />
  );
}

/** Sends the code again, at most once a minute. */
export function ResendButton({ username }: { username: string }) {
  const [left, count] = useSecondsLeft();
  const [isSent, setIsSent] = useState(false);
  const wait = useRef(count);
  useEffect(() => wait.current(Date.now() + CODE_AGAIN_SECONDS * 1000), []);
  const resend = useAction('resendConfirmationCode');
  const again = () =>
    resend.mutate(
      { body: { username, provider: 'EMAIL' } },
      {
        onSuccess: () => {
          setIsSent(true);
          announce('Sent again');
          count(Date.now() + CODE_AGAIN_SECONDS * 1000);
        },
      },
    );
  return (
    <div className={classes.resend}>
      <span>
        {isSent ? 'Sent again. It may take a minute.' : 'Didn’t get it? Check your spam folder.'}
      </span>
      <button
        type="button"
        className={classes.link}
        onClick={again}
        disabled={left > 0 || resend.isPending}
      >
        {left > 0 ? `Send it again in ${countdown(left)}` : 'Send it again'}
      </button>
    </div>
  );
}
