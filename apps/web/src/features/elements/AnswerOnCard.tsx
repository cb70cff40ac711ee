import type { Element } from '@cairn/contract';
import { Box, Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useAction } from '../../lib/useAction.ts';
import classes from './AnswerOnCard.module.css';

// Loaded with the first question that is opened, because most cards ask for a file.
const QuestionForm = lazy(async () => ({
  default: (await import('./QuestionForm.tsx')).QuestionForm,
}));

function YesNo({ element }: { element: Element }) {
  const { mutate, isPending } = useAction('answerElement');
  const answer = (value: boolean) =>
    mutate(
      { body: { elementId: element.elementId, loanId: element.loanId, value } },
      { onSuccess: () => announce(`${element.title}: answered`) },
    );
  return (
    <Box component="fieldset" className={classes.yesNo} miw={180} aria-label={element.title}>
      <Button variant="default" disabled={isPending} onClick={() => answer(true)}>
        Yes
      </Button>
      <Button variant="default" disabled={isPending} onClick={() => answer(false)}>
        No
      </Button>
    </Box>
  );
}

/** The answer control on the card of a question: Yes and No buttons, or a button that opens a form in the card. */
export function AnswerOnCard({ element, filled }: { element: Element; filled: boolean }) {
  const [open, setOpen] = useState(false);
  if (element.questionType === 'YES_NO') return <YesNo element={element} />;
  if (!open) {
    return (
      <Button
        className={classes.answer ?? ''}
        miw={124}
        variant={filled ? 'filled' : 'default'}
        aria-label={`Answer ${element.title}`}
        onClick={() => setOpen(true)}
      >
        Answer
      </Button>
    );
  }
  return (
    <div className={classes.question}>
      <Suspense fallback={null}>
        <QuestionForm element={element} />
      </Suspense>
    </div>
  );
}
