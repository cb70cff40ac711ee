import type { Loan, Message } from '@cairn/contract';
import { ActionIcon, Box, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { Composer, ComposerFrame } from './Composer.tsx';
import pane from './Conversation.module.css';
import { ForwardedMessage } from './ForwardedMessage.tsx';
import { LoanChoice } from './LoanChoice.tsx';
import classes from './NewMessage.module.css';
import { PeopleChoice } from './PeopleChoice.tsx';
import { useAttachedFiles } from './useAttachedFiles.ts';
import { type DraftText, isEmpty, NOTHING, useDraft, useKeptDraft } from './useDraft.ts';
import { useUser } from '../../lib/useUser.ts';

interface FormProps {
  loanId: string;
  me: string;
  savedDraft: DraftText;
  forwarding: Message | undefined;
  onSent: (threadId: string) => void;
}

/** Message about missing input, shown next to the send button after the first attempt to send. */
function missingIn({ userIds, body }: DraftText, tried: boolean): string | undefined {
  if (!tried) return undefined;
  if (userIds.length === 0) return 'Choose a recipient';
  return body.trim() === '' ? 'Write a message first' : undefined;
}

function useSending(forwarding: Message | undefined, onSent: (threadId: string) => void) {
  const begin = useAction('sendMessage');
  const forward = useAction('forwardMessage');
  const onSuccess = (message: Message) => onSent(message.messageThread.id);
  return {
    sending: begin.isPending || forward.isPending,
    send: (loanId: string, { userIds, subject, body, attachments }: DraftText) => {
      if (forwarding) {
        const request = { params: { id: forwarding.id }, body: { userIds, body } };
        return forward.mutate(request, { onSuccess });
      }
      const withSubject = subject.trim() === '' ? {} : { subject };
      const documentIds = attachments.map(({ id }) => id);
      begin.mutate({ body: { loanId, userIds, body, documentIds, ...withSubject } }, { onSuccess });
    },
  };
}

function Form({ loanId, me, savedDraft, forwarding, onSent }: FormProps) {
  const lends = isLenderStaff(useUser());
  const people = useCall('listParties', { params: { id: loanId } });
  const draft = useDraft({ loanId }, savedDraft);
  // The note to a forwarded message has its own state, so that it is not saved as the draft of a new conversation.
  const [note, setNote] = useState<DraftText>(NOTHING);
  const [tried, setTried] = useState(false);
  const { sending, send } = useSending(forwarding, onSent);
  const text = forwarding ? note : draft.text;
  const change = (part: Partial<DraftText>) =>
    forwarding ? setNote({ ...note, ...part }) : draft.change(part);
  const files = useAttachedFiles({
    loanId,
    chosen: text.attachments,
    onChange: (attachments) => change({ attachments }),
  });
  const others = people.data?.people.filter(
    ({ id, invitation }) => id !== me && invitation === null,
  );
  const submit = async () => {
    setTried(true);
    if (missingIn(text, true) !== undefined || sending) return;
    await draft.stop();
    send(loanId, text);
  };
  return (
    <>
      <Stack
        gap="s20"
        flex={1}
        maw={760}
        px={{ base: 'var(--layout-mobileGutter)', wide: 'var(--messages-gutter, var(--space-28))' }}
        py="s20"
      >
        <div>
          <Text size="subsection" fw={600} mb="s6">
            To
          </Text>
          {!others && (
            <QueryFallback
              query={people}
              loading="Loading the people on the loan"
              failed="The people on the loan could not be loaded"
              rows={2}
            />
          )}
          {others?.length === 0 && (
            <Text size="table" c="var(--ink-2)">
              No one else is on this loan yet. Invite them first.
            </Text>
          )}
          {others && others.length > 0 && (
            <PeopleChoice
              people={others}
              chosen={text.userIds}
              onChange={(userIds) => change({ userIds })}
            />
          )}
        </div>
        {!forwarding && (
          <TextInput
            label="Subject (optional)"
            maxLength={255}
            value={text.subject}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
        )}
        {forwarding && (
          <ForwardedMessage message={forwarding}>
            {forwarding.attachments.length > 0 && (
              <Text size="meta" c="dimmed" mt="s4">
                Its files are not forwarded.
              </Text>
            )}
          </ForwardedMessage>
        )}
      </Stack>
      <ComposerFrame>
        <Composer
          label="Your message"
          placeholder="Write a message"
          text={text.body}
          draft={forwarding ? 'none' : draft.state}
          sending={sending}
          files={forwarding ? undefined : files}
          needsOf={lends ? loanId : undefined}
          missing={missingIn(text, tried)}
          onChange={(body) => change({ body })}
          onSend={() => void submit()}
        />
      </ComposerFrame>
    </>
  );
}

/** Starts with the saved draft of the loan. If there is none, the recipient comes from the page that linked here. */
function Begun({ to, ...props }: Omit<FormProps, 'savedDraft'> & { to: string | undefined }) {
  const draft = useKeptDraft({ loanId: props.loanId });
  if (!draft) return null;
  const startDraft = to !== undefined && isEmpty(draft) ? { ...draft, userIds: [to] } : draft;
  return <Form {...props} savedDraft={startDraft} />;
}

interface NewMessageProps {
  loan: Loan | undefined;
  me: string;
  forwarding: Message | undefined;
  /** ID of a recipient that another page preselects. */
  to?: string | undefined;
  onBack: () => void;
  onSent: (threadId: string) => void;
}

/** The form for a new conversation: a loan, recipients and a first message. */
export function NewMessage({ loan, me, forwarding, to, onBack, onSent }: NewMessageProps) {
  const givenLoanId = loan?.id ?? forwarding?.messageThread.loanId;
  const [chosenLoanId, setChosenLoanId] = useState('');
  const loanId = givenLoanId ?? chosenLoanId;
  return (
    <Stack component="section" gap={0} miw={0} mih={0} aria-label="New message">
      <header className={pane.head}>
        <ActionIcon
          className={pane.back ?? ''}
          size={44}
          aria-label="Back to the conversations"
          onClick={onBack}
        >
          <IconArrowLeft size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
        <Text component="h2" truncate size="subsection" fw={600}>
          {forwarding ? 'Forward a message' : 'New message'}
        </Text>
      </header>
      <Stack className={classes.form} gap={0} flex={1} mih={0}>
        {givenLoanId === undefined && (
          <Box
            w="min(26.25rem, 100%)"
            px={{
              base: 'var(--layout-mobileGutter)',
              wide: 'var(--messages-gutter, var(--space-28))',
            }}
            pt="s20"
          >
            <LoanChoice value={chosenLoanId} onChange={setChosenLoanId} />
          </Box>
        )}
        {loanId !== '' && (
          <Begun key={`${loanId} ${forwarding?.id}`} {...{ loanId, me, forwarding, to, onSent }} />
        )}
      </Stack>
    </Stack>
  );
}
