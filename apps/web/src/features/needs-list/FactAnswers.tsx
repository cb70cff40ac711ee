import { FACT_QUESTIONS } from '@cairn/contract/fact-questions';
import type { FactQuestion } from '@cairn/contract/needs-list';
import { Button, Group, Text } from '@mantine/core';
import { announce } from '../../lib/announce.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './SuggestionStrip.module.css';

interface FactAnswersProps {
  loanId: string;
  questions: readonly FactQuestion[];
}

/** The questions to the borrower and their answers. The lender can answer them or correct the answers. */
export function FactAnswers({ loanId, questions }: FactAnswersProps) {
  const { data: loan } = useCall('getLoan', { params: { id: loanId } });
  const { mutate, isPending } = useAction('answerFact');
  const answeredBy = (id: string | null) => {
    const member = loan?.loanRoles.find(({ user }) => user.id === id);
    return member ? personName(member.user) : 'a former member';
  };
  const say = ({ fact, entityId }: FactQuestion, title: string, answer: boolean | null) =>
    mutate(
      { params: { id: loanId }, body: { fact, entityId, answer } },
      { onSuccess: () => announce(`${title} Saved`) },
    );
  return (
    <>
      <Text component="h2" size="meta" fw={600} mt="md" mx={0} mb="s6" c="var(--ink-2)">
        Questions for the borrower
      </Text>
      <ul>
        {questions.map((question) => {
          const title = FACT_QUESTIONS[question.fact](question.entityName);
          const { answer, answeredByUserId, answeredDate } = question;
          return (
            <li key={`${question.fact} ${question.entityId}`} className={classes.row}>
              <Group component="span" align="baseline" gap="xs" flex={1} miw={0}>
                <Text span fw={600}>
                  {title}
                </Text>
                <span className={classes.why}>
                  {answer === null
                    ? 'Not answered yet'
                    : `${answer ? 'Yes' : 'No'}, ${answeredBy(answeredByUserId)}, ${formatDay(answeredDate!)}`}
                </span>
              </Group>
              <Group component="span" wrap="nowrap" gap="s6" flex="none">
                {([true, false] as const)
                  .filter((value) => value !== answer)
                  .map((value) => (
                    <Button
                      key={String(value)}
                      size="compact-sm"
                      variant="default"
                      disabled={isPending}
                      aria-label={`${value ? 'Yes' : 'No'}: ${title}`}
                      onClick={() => say(question, title, value)}
                    >
                      {value ? 'Yes' : 'No'}
                    </Button>
                  ))}
              </Group>
            </li>
          );
        })}
      </ul>
    </>
  );
}
