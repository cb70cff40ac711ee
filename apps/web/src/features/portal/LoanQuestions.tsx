import type { Portal } from '@cairn/contract';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './Portal.module.css';
import { QUESTIONS, suggestLoan, type LoanAnswers, type Question } from './suggestLoan.ts';

type Offer = Portal['offers'][number];

interface LoanQuestionsProps {
  offers: readonly Offer[];
  /** Null if none of the lender's loans fits; undefined until all questions are answered. */
  onSuggest: (offer: Offer | null | undefined) => void;
}

function suggestOffer(offers: readonly Offer[], { purpose, amount, use }: Partial<LoanAnswers>) {
  if (!purpose || !amount || !use) return undefined;
  return suggestLoan(offers, { purpose, amount, use }) ?? null;
}

/** Three questions for a person who does not know which loan they need, followed by a suggestion. */
export default function LoanQuestions({ offers, onSuggest }: LoanQuestionsProps) {
  const [answers, setAnswers] = useState<Partial<LoanAnswers>>({});
  const offer = suggestOffer(offers, answers);
  const answer = (question: Question, value: string) => {
    const next = { ...answers, [question]: value || undefined };
    setAnswers(next);
    onSuggest(suggestOffer(offers, next));
  };
  return (
    <section aria-label="Find a loan that fits">
      <Stack
        gap="md"
        className={classes.questions ?? ''}
        p="md"
        bd="var(--border)"
        bdrs="lg"
        bg="var(--surface)"
      >
        {(Object.keys(QUESTIONS) as Question[]).map((question) => (
          <NativeSelect
            key={question}
            size="md"
            label={QUESTIONS[question].label}
            value={answers[question] ?? ''}
            onChange={(event) => answer(question, event.currentTarget.value)}
            data={[
              { value: '', label: 'Choose one' },
              ...Object.entries(QUESTIONS[question].choices).map(([value, label]) => ({
                value,
                label,
              })),
            ]}
          />
        ))}
        <output>
          {offer && (
            <>
              <Text component="p" size="body" fw={600}>
                {offer.name} looks like a fit
              </Text>
              <Text component="p" className={classes.text} c="var(--ink-2)" size="table">
                {offer.text} You and your lender can still choose another loan.
              </Text>
            </>
          )}
          {offer === null && (
            <Text component="p" size="body">
              None of these loans fits right away. Choose one above, or ask us.
            </Text>
          )}
        </output>
      </Stack>
    </section>
  );
}
