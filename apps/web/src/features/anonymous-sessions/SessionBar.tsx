import { Box, Flex, Text } from '@mantine/core';
import type { AnonymousSession } from '@cairn/contract';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../lib/useAction.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useSecondsLeft } from '../../lib/useSecondsLeft.ts';
import { Form } from '../../ui/Form.tsx';
import { Notice, SubmitButton } from '../../ui/FormFields.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { CodeField } from '../auth/CodeField.tsx';
import { formatTimeLeft } from './uploadSession.ts';

interface SessionBarProps {
  session: AnonymousSession;
  secret: string;
  onChanged: (session: AnonymousSession) => void;
}

/** Shows the remaining session time on every step. Entering a new code extends the session. */
export function SessionBar({ session, secret, onChanged }: SessionBarProps) {
  const [left, count] = useSecondsLeft();
  const countFrom = useRef(count);
  useEffect(() => countFrom.current(Date.now() + session.secondsLeft * 1000), [session]);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useAction('requestAnonymousExtension', {
    onFailure: ({ message }) => {
      setProblem(message);
      return true;
    },
  });
  const ask = () => request.mutate({ params: { id: secret } }, { onSuccess: () => setAsked(true) });
  return (
    <Box>
      <Flex
        align="center"
        gap="xs"
        bg="var(--sunken)"
        bdrs="md"
        px="sm"
        py="xs"
        fz="meta"
        c="var(--ink-2)"
      >
        <IconClock size={16} stroke={1.7} aria-hidden />
        {left > 0 ? (
          <span>
            Session ends in{' '}
            <Text span inherit fw={600} c="var(--ink)">
              {formatTimeLeft(left)}
            </Text>
          </span>
        ) : (
          <Text span inherit fw={600} c="var(--ink)">
            Session ended
          </Text>
        )}
        {session.extensionsLeft > 0 && !isAsked && (
          <TextButton fw={500} ml="auto" onClick={ask} disabled={request.isPending}>
            Extend
          </TextButton>
        )}
      </Flex>
      {problem !== null && <Notice hue="red">{problem}</Notice>}
      {isAsked && (
        <ExtendForm
          secret={secret}
          emailAddress={session.emailAddress}
          onExtended={(extended) => {
            setAsked(false);
            onChanged(extended);
          }}
        />
      )}
    </Box>
  );
}

interface ExtendFormProps {
  secret: string;
  emailAddress: string;
  onExtended: (session: AnonymousSession) => void;
}

function ExtendForm({ secret, emailAddress, onExtended }: ExtendFormProps) {
  const form = useCallForm('verifyAnonymousExtension', {
    initialValues: { code: '' },
    request: ({ code }) => ({ params: { id: secret }, body: { code } }),
    onSuccess: (_, session) => onExtended(session),
  });
  return (
    <Box mt="sm">
      <Form form={form} actions={<SubmitButton busy={form.busy}>Extend by a day</SubmitButton>}>
        <Text fz="meta" c="var(--ink-2)">
          We sent another code to {emailAddress}.
        </Text>
        <CodeField {...form.field('code')} />
      </Form>
    </Box>
  );
}
