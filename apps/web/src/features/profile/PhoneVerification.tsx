import { CODE_AGAIN_SECONDS, TEXT_CODE_LENGTH } from '@cairn/contract/constants';
import { Button, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { countdown } from '../../format/dates.ts';
import { announce } from '../../kit/announce.ts';
import type { CallError } from '../../kit/CallError.ts';
import { useAction } from '../../kit/useAction.ts';
import { useSecondsLeft } from '../identity/useSecondsLeft.ts';
import page from '../settings/ProfilePage.module.css';
import classes from './PhoneVerification.module.css';

function useVerification() {
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wait, count] = useSecondsLeft();
  const onFailure = (error: CallError): boolean => {
    setProblem(error.message);
    return true;
  };
  const ask = useAction('sendConfirmMobilePhone', { onFailure });
  const verify = useAction('verifyMobilePhoneWithConfirmCode', { onFailure });
  return {
    sent,
    problem,
    wait,
    asking: ask.isPending,
    verifying: verify.isPending,
    ask: () => {
      setProblem(null);
      ask.mutate(
        {},
        {
          onSuccess: () => {
            setSent(true);
            announce('A code is on its way to your phone');
            count(Date.now() + CODE_AGAIN_SECONDS * 1000);
          },
        },
      );
    },
    verify: (code: string) => {
      setProblem(code === '' ? 'Required' : null);
      if (code === '') return;
      verify.mutate({ body: { code } }, { onSuccess: () => announce('Your phone is verified') });
    },
  };
}

function CodeForm({ verification }: { verification: ReturnType<typeof useVerification> }) {
  const { problem, wait, asking, verifying, ask, verify } = verification;
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify(code);
    input.current?.focus();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        ref={input}
        label="Code from the text message"
        value={code}
        onChange={({ currentTarget }) =>
          setCode(currentTarget.value.replaceAll(/\D/g, '').slice(0, TEXT_CODE_LENGTH))
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        error={problem}
        classNames={{
          root: classes.code ?? '',
          input: page.input ?? '',
          label: page.label ?? '',
          error: page.error ?? '',
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={verifying}>
          Verify
        </Button>
        <Button variant="subtle" onClick={ask} disabled={wait > 0} loading={asking}>
          {wait > 0 ? `Send it again in ${countdown(wait)}` : 'Send it again'}
        </Button>
      </div>
    </form>
  );
}

/** For the number that is saved; another one starts anew. */
export function PhoneVerification({ phone, verified }: { phone: string; verified: boolean }) {
  const verification = useVerification();
  if (verified) {
    return (
      <p className={classes.done}>
        <IconCircleCheck size={16} stroke={1.7} aria-hidden /> {phone} is verified.
      </p>
    );
  }
  return (
    <section className={classes.box} aria-label="Verify your phone">
      <p className={classes.lead}>
        {verification.sent ? (
          <>
            We sent six digits to <strong>{phone}</strong>. They are good for ten minutes.
          </>
        ) : (
          <>
            <strong>{phone}</strong> is not verified yet. Text messages go to verified numbers only.
          </>
        )}
      </p>
      {verification.sent ? (
        <CodeForm verification={verification} />
      ) : (
        <>
          {verification.problem && (
            <p className={classes.problem} role="alert">
              {verification.problem}
            </p>
          )}
          <Button variant="default" onClick={verification.ask} loading={verification.asking}>
            Text me a code
          </Button>
        </>
      )}
    </section>
  );
}
