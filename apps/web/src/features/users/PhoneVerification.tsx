import { CODE_AGAIN_SECONDS, TEXT_CODE_LENGTH } from '@cairn/contract/constants';
import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { countdown } from '../../lib/format/dates.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useSecondsLeft } from '../../lib/useSecondsLeft.ts';
import { Form } from '../../ui/Form.tsx';
import classes from './Users.module.css';

/** Requests a code by text message, at most once a minute. */
function useCodeBySms() {
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wait, count] = useSecondsLeft();
  const ask = useAction('sendConfirmMobilePhone', {
    onFailure: (error) => {
      setProblem(error.message);
      return true;
    },
  });
  const send = () => {
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
  };
  return { sent, problem, wait, sending: ask.isPending, send };
}

function CodeForm({ wait, sending, send }: ReturnType<typeof useCodeBySms>) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const form = useCallForm('verifyMobilePhoneWithConfirmCode', {
    initialValues: { code: '' },
    request: (body) => ({ body }),
    onSuccess: () => announce('Your phone is verified'),
    // Shows every failure at the code field.
    onFailure: (error) => {
      form.setError('code', error.message);
      return true;
    },
  });
  const { onChange, ...field } = form.field('code');
  return (
    <Form
      form={form}
      actions={
        <Group gap="xs" className={classes.wideOnPhone}>
          <Button type="submit" loading={form.busy}>
            Verify
          </Button>
          <Button variant="subtle" onClick={send} disabled={wait > 0} loading={sending}>
            {wait > 0 ? `Send it again in ${countdown(wait)}` : 'Send it again'}
          </Button>
        </Group>
      }
    >
      <TextInput
        name={field.name}
        error={field.error}
        ref={input}
        label="Code from the text message"
        value={code}
        onChange={({ currentTarget }) => {
          const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, TEXT_CODE_LENGTH);
          setCode(digits);
          onChange(digits);
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        maw={{ sm: 240 }}
        styles={{ input: { letterSpacing: '0.12em' } }}
      />
    </Form>
  );
}

/** Verifies the saved phone number. A new number starts over. */
export function PhoneVerification({ phone, verified }: { phone: string; verified: boolean }) {
  const code = useCodeBySms();
  if (verified) {
    return (
      <Text className={classes.done} size="table" mt="md">
        <IconCircleCheck size={16} stroke={1.7} aria-hidden /> {phone} is verified.
      </Text>
    );
  }
  return (
    <Paper
      component="section"
      bg="var(--sunken)"
      p="md"
      mt="s20"
      className={classes.wideOnPhone}
      aria-label="Verify your phone"
    >
      <Text size="table" mb="sm">
        {code.sent ? (
          <>
            We sent a six-digit code to <b>{phone}</b>. It expires in 10 minutes.
          </>
        ) : (
          <>
            <b>{phone}</b> is not verified yet. Text messages go to verified numbers only.
          </>
        )}
      </Text>
      {code.problem && (
        <Text size="meta" c="var(--red-fg)" mb="sm" role="alert">
          {code.problem}
        </Text>
      )}
      {code.sent ? (
        <CodeForm {...code} />
      ) : (
        <Button variant="default" onClick={code.send} loading={code.sending}>
          Text me a code
        </Button>
      )}
    </Paper>
  );
}
