import type { Loan, Message } from '@cairn/contract';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { personName } from '../../format/names.ts';
import { NotThere } from '../../kit/NotThere.tsx';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { Composer } from './Composer.tsx';
import pane from './Conversation.module.css';
import { LoanChoice } from './LoanChoice.tsx';
import message from './Message.module.css';
import { MessageBody } from './MessageBody.tsx';
import classes from './NewMessage.module.css';
import { PeopleChoice } from './PeopleChoice.tsx';
import { saidAt } from './times.ts';
import { type DraftText, useDraft, useKeptDraft } from './useDraft.ts';
import { useUser } from '../identity/useUser.ts';

interface FormProps {
  loanId: string;
  me: string;
  kept: DraftText;
  forwarding: Message | undefined;
  onSent: (threadId: string) => void;
}

/** What is missing is said where it will be sent. */
function missingIn({ userIds, body }: DraftText, tried: boolean): string | undefined {
  if (!tried) return undefined;
  if (userIds.length === 0) return 'Choose somebody to write to';
  return body.trim() === '' ? 'Write something first' : undefined;
}

function useSending(forwarding: Message | undefined, onSent: (threadId: string) => void) {
  const begin = useAction('sendMessage');
  const forward = useAction('forwardMessage');
  const onSuccess = (sent: Message) => onSent(sent.messageThread.id);
  return {
    sending: begin.isPending || forward.isPending,
    send: (loanId: string, { userIds, subject, body }: DraftText) => {
      if (forwarding) {
        const request = { params: { id: forwarding.id }, body: { userIds, body } };
        return forward.mutate(request, { onSuccess });
      }
      const named = subject.trim() === '' ? {} : { subject };
      begin.mutate({ body: { loanId, userIds, body, ...named } }, { onSuccess });
    },
  };
}

function Form({ loanId, me, kept, forwarding, onSent }: FormProps) {
  const lends = isLenderStaff(useUser());
  const people = useCall('listParties', { params: { id: loanId } });
  const draft = useDraft({ loanId }, kept);
  // What goes with somebody else's words is no draft of a new conversation.
  const [note, setNote] = useState<DraftText>({ body: '', subject: '', userIds: [] });
  const [tried, setTried] = useState(false);
  const { sending, send } = useSending(forwarding, onSent);
  const text = forwarding ? note : draft.text;
  const change = (part: Partial<DraftText>) =>
    forwarding ? setNote({ ...note, ...part }) : draft.change(part);
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
      <div className={classes.fields}>
        <div>
          <p className={classes.label}>To</p>
          {!others && (
            <NotThere
              query={people}
              loading="Loading the people on the loan"
              failed="The people on the loan could not be loaded"
              rows={2}
            />
          )}
          {others?.length === 0 && (
            <p className={classes.none}>Nobody else is on this loan yet. Invite them first.</p>
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
          <blockquote className={message.forwarded}>
            <p className={message.from}>
              {personName(forwarding.createdByUser)}, {saidAt(forwarding.createdDate)}
            </p>
            <MessageBody body={forwarding.body} />
          </blockquote>
        )}
      </div>
      <div className={pane.answer}>
        <Composer
          label="Your message"
          placeholder="Write a message"
          text={text.body}
          draft={forwarding ? 'none' : draft.state}
          sending={sending}
          needsOf={lends ? loanId : undefined}
          missing={missingIn(text, tried)}
          onChange={(body) => change({ body })}
          onSend={() => void submit()}
        />
      </div>
    </>
  );
}

/** What was begun on the loan before is there again. */
function Begun(props: Omit<FormProps, 'kept'>) {
  const kept = useKeptDraft({ loanId: props.loanId });
  return kept ? <Form {...props} kept={kept} /> : null;
}

interface NewMessageProps {
  loan: Loan | undefined;
  me: string;
  forwarding: Message | undefined;
  onBack: () => void;
  onSent: (threadId: string) => void;
}

/** A conversation begins with a loan, people on it, and a first message. */
export function NewMessage({ loan, me, forwarding, onBack, onSent }: NewMessageProps) {
  const given = loan?.id ?? forwarding?.messageThread.loanId;
  const [chosen, setChosen] = useState('');
  const loanId = given ?? chosen;
  return (
    <section className={pane.pane} aria-label="New message">
      <header className={pane.head}>
        <ActionIcon
          className={pane.back ?? ''}
          size={44}
          aria-label="Back to the conversations"
          onClick={onBack}
        >
          <IconArrowLeft size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
        <h2 className={pane.title}>{forwarding ? 'Forward a message' : 'New message'}</h2>
      </header>
      <div className={classes.form}>
        {given === undefined && (
          <div className={classes.loan}>
            <LoanChoice value={chosen} onChange={setChosen} />
          </div>
        )}
        {loanId !== '' && (
          <Begun key={`${loanId} ${forwarding?.id}`} {...{ loanId, me, forwarding, onSent }} />
        )}
      </div>
    </section>
  );
}
