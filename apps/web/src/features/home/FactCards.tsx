import { FACT_QUESTIONS } from '@cairn/contract/fact-questions';
import type { FactQuestion } from '@cairn/contract/needs-list';
import { Box, Button, Center, Flex, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useAction } from '../../lib/useAction.ts';
import classes from './ApplicantHome.module.css';

const keyOf = ({ fact, entityId }: FactQuestion): string => `${fact} ${entityId}`;

const documents = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);

interface FactCardProps {
  loanId: string;
  question: FactQuestion;
  onAnswer: () => void;
}

/** One question whose answer decides all requests that depend on it. */
function FactCard({ loanId, question, onAnswer }: FactCardProps) {
  const { mutate, isPending } = useAction('answerFact');
  const { fact, entityId, entityName, answer, requests } = question;
  const title = FACT_QUESTIONS[fact](entityName);
  const say = (value: boolean | null) =>
    mutate(
      { params: { id: loanId }, body: { fact, entityId, answer: value } },
      {
        onSuccess: () => {
          onAnswer();
          announce(value === null ? `${title} Answer removed` : `${title} Answered`);
        },
      },
    );
  return (
    <li className={classes.task} data-quiet={answer === null ? undefined : true}>
      <Center
        component="span"
        flex="none"
        w={40}
        h={40}
        bdrs="md"
        c="var(--gray-fg)"
        bg="var(--gray-bg)"
      >
        <IconHelpCircle size={19} stroke={1.7} aria-hidden />
      </Center>
      <div className={classes.what}>
        <Text fz={15} lh="1.375rem" fw={600}>
          {title}
        </Text>
        <Text size="body" c="var(--ink-2)">
          {answer === null
            ? `Your answer decides whether we need ${documents(requests)}.`
            : `You answered ${answer ? 'yes' : 'no'}. We ask only for documents that fit.`}
        </Text>
      </div>
      {answer === null ? (
        <Box component="fieldset" className={classes.yesNo} miw={180} aria-label={title}>
          <Button variant="default" disabled={isPending} onClick={() => say(true)}>
            Yes
          </Button>
          <Button variant="default" disabled={isPending} onClick={() => say(false)}>
            No
          </Button>
        </Box>
      ) : (
        <Button
          className={classes.change ?? ''}
          variant="default"
          loading={isPending}
          aria-label={`Change the answer: ${title}`}
          onClick={() => say(null)}
        >
          Change
        </Button>
      )}
    </li>
  );
}

interface FactCardsProps {
  loanId: string;
  questions: readonly FactQuestion[];
}

/** Shows open questions first. Answers can be changed, and those given during this visit stay in their place. */
export function FactCards({ loanId, questions }: FactCardsProps) {
  const [recent, setRecent] = useState<ReadonlySet<string>>(new Set());
  const current = questions.filter((each) => each.answer === null || recent.has(keyOf(each)));
  const earlier = questions.filter((each) => !current.includes(each));
  const open = questions.filter(({ answer }) => answer === null).length;
  if (questions.length === 0) return null;
  const cards = (ofGroup: readonly FactQuestion[]) => (
    <Flex component="ul" className={classes.tasks} direction="column" gap="s10">
      {ofGroup.map((question) => (
        <FactCard
          key={keyOf(question)}
          loanId={loanId}
          question={question}
          onAnswer={() => setRecent((before) => new Set(before).add(keyOf(question)))}
        />
      ))}
    </Flex>
  );
  return (
    <section className={classes.group}>
      {current.length > 0 && (
        <Flex
          component="h3"
          align="center"
          gap="xs"
          fz="subsection"
          lh="subsection"
          mb="xs"
          fw={600}
        >
          Questions
          <Text span size="table" ml="auto" c="dimmed">
            {open > 0 ? `${open} to do` : 'All answered'}
          </Text>
        </Flex>
      )}
      {cards(current)}
      {earlier.length > 0 && (
        <details className={classes.answers}>
          <summary>
            {earlier.length === 1
              ? 'Your answer to 1 question'
              : `Your answers to ${earlier.length} questions`}
          </summary>
          {cards(earlier)}
        </details>
      )}
    </section>
  );
}
