/** Buttons that remove an answer, and that restore or permanently delete a removed one [R221]. */
import type { Element, PastAnswer } from '@cairn/contract';
import { Button, Flex } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

const idsOf = ({ elementId, loanId }: Element) => ({ elementId, loanId });

export function TakeBack({ element }: { element: Element }) {
  const { mutate, isPending } = useAction('removeAnswer');
  if (!element.abilities.takeBack) return null;
  return (
    <Button
      mt="md"
      variant="subtle"
      fullWidth
      loading={isPending}
      onClick={() =>
        mutate(
          { body: idsOf(element) },
          { onSuccess: () => toast.success(`${element.title}: removed`) },
        )
      }
    >
      {element.answer?.document ? 'Remove file' : 'Remove answer'}
    </Button>
  );
}

export function PastAnswerActions({ element, past }: { element: Element; past: PastAnswer }) {
  const again = useAction('answerElement');
  const remove = useAction('purgeAnswer');
  if (past.ended !== 'DELETED') return null;
  const documentId = past.document?.id;
  const mayUse = documentId !== undefined && element.abilities.answer && !element.questionType;
  if (!mayUse && !element.abilities.remove) return null;
  return (
    <Flex component="span" gap="s6" mt="s4">
      {mayUse && (
        <Button
          variant="default"
          size="compact-xs"
          loading={again.isPending}
          onClick={() => again.mutate({ body: { ...idsOf(element), documentId } })}
        >
          Restore
        </Button>
      )}
      {element.abilities.remove && (
        <Button
          variant="default"
          size="compact-xs"
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate({ body: { ...idsOf(element), answerId: past.id } })}
        >
          Delete permanently
        </Button>
      )}
    </Flex>
  );
}
