import { Group, Stack, Text } from '@mantine/core';
import type { AnonymousSession, UploadLinkOwner } from '@cairn/contract';
import { CODE_AGAIN_SECONDS } from '@cairn/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { countdown } from '../../lib/format/dates.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useSecondsLeft } from '../../lib/useSecondsLeft.ts';
import { Form } from '../../ui/Form.tsx';
import { EmailField, SubmitButton } from '../../ui/FormFields.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { CodeField } from '../auth/CodeField.tsx';
import { UploadFrame } from './UploadFrame.tsx';

interface VerifyStepProps {
  owner: UploadLinkOwner;
  lenderUniqueCode: string;
  /** Called when the code was requested, so that the chunk of the next step can load early. */
  onSent: () => void;
  onVerified: (session: AnonymousSession) => void;
}

/** Asks for an email address, then for the code that was sent to it. */
export function VerifyStep({ owner, lenderUniqueCode, onSent, onVerified }: VerifyStepProps) {
  const [address, setAddress] = useState<string | null>(null);
  const showCode = (to: string) => {
    setAddress(to);
    onSent();
  };
  if (address === null) {
    return (
      <UploadFrame owner={owner} step={1}>
        <AddressForm lenderUniqueCode={lenderUniqueCode} onSent={showCode} />
      </UploadFrame>
    );
  }
  const foot = (
    <span>
      Wrong address? <TextButton onClick={() => setAddress(null)}>Change email</TextButton>
    </span>
  );
  return (
    <UploadFrame owner={owner} step={1} foot={foot}>
      <CodeForm
        lenderUniqueCode={lenderUniqueCode}
        emailAddress={address}
        onVerified={onVerified}
      />
    </UploadFrame>
  );
}

interface AddressFormProps {
  lenderUniqueCode: string;
  onSent: (emailAddress: string) => void;
}

function AddressForm({ lenderUniqueCode, onSent }: AddressFormProps) {
  const form = useCallForm('verifyAnonymousEmail', {
    initialValues: { emailAddress: '' },
    request: ({ emailAddress }) => ({ body: { emailAddress, lenderUniqueCode } }),
    onSuccess: ({ emailAddress }) => onSent(emailAddress),
  });
  return (
    <Form form={form} actions={<SubmitButton busy={form.busy}>Email me a code</SubmitButton>}>
      <Text component="h2" size="section" fw={600}>
        First, verify your email
      </Text>
      <EmailField {...form.field('emailAddress')} autoComplete="email" />
    </Form>
  );
}

interface CodeFormProps {
  lenderUniqueCode: string;
  emailAddress: string;
  onVerified: (session: AnonymousSession) => void;
}

function CodeForm({ lenderUniqueCode, emailAddress, onVerified }: CodeFormProps) {
  const form = useCallForm('verifyAnonymousCode', {
    initialValues: { code: '' },
    request: ({ code }) => ({ body: { emailAddress, code, lenderUniqueCode } }),
    onSuccess: (_, { session }) => onVerified(session),
  });
  return (
    <Stack gap="md">
      <Form form={form} actions={<SubmitButton busy={form.busy}>Verify</SubmitButton>}>
        <div>
          <Text component="h2" size="section" fw={600}>
            Check your email
          </Text>
          <Text c="var(--ink-2)" mt="s4">
            We sent a code to{' '}
            <Text span inherit fw={500} c="var(--ink)" style={{ overflowWrap: 'anywhere' }}>
              {emailAddress}
            </Text>
            . It expires in 10 minutes. Enter it in this browser.
          </Text>
        </div>
        <CodeField {...form.field('code')} />
      </Form>
      <SendAgain lenderUniqueCode={lenderUniqueCode} emailAddress={emailAddress} />
    </Stack>
  );
}

/** Sends the code again, at most once a minute. */
function SendAgain({ lenderUniqueCode, emailAddress }: Omit<CodeFormProps, 'onVerified'>) {
  const [left, count] = useSecondsLeft();
  const wait = useRef(count);
  useEffect(() => wait.current(Date.now() + CODE_AGAIN_SECONDS * 1000), []);
  const resend = useAction('verifyAnonymousEmail');
  const again = () =>
    resend.mutate(
      { body: { emailAddress, lenderUniqueCode } },
      {
        onSuccess: () => {
          announce('Sent again');
          count(Date.now() + CODE_AGAIN_SECONDS * 1000);
        },
      },
    );
  return (
    <Group justify="center" gap="s6" c="var(--ink-2)" fz="meta">
      No code yet?
      {left > 0 ? (
        <span>Send it again in {countdown(left)}</span>
      ) : (
        <TextButton onClick={again} disabled={resend.isPending}>
          Send it again
        </TextButton>
      )}
    </Group>
  );
}
