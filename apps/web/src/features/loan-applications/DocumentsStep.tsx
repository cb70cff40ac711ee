import { Flex, Text } from '@mantine/core';
import type { Element, LoanApplication } from '@cairn/contract';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useStore } from '../../lib/store.ts';
import { useCall } from '../../lib/useCall.ts';
import { CancelOnCard, UploadOnCard } from '../documents/UploadButton.tsx';
import { FileOnItsWay, UploadProgress } from '../documents/UploadProgress.tsx';
import { isGoing, uploads } from '../documents/uploads.ts';
import { summaryOf } from '../documents/uploadSummary.ts';
import { AnswerOnCard } from '../elements/AnswerOnCard.tsx';
import { statusOf } from '../elements/status.ts';
import classes from './LoanApplications.module.css';
import { RowList } from '../../ui/RowList.tsx';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';

function Asked({ element, first }: { element: Element; first: boolean }) {
  const upload = summaryOf(useStore(uploads).get(element.id));
  const isNeeded = !element.answer || element.rejectedByUserId !== null;
  return (
    <Flex
      component="li"
      className={classes.row}
      wrap="wrap"
      align="center"
      rowGap="s10"
      columnGap={14}
    >
      <span className={classes.words}>
        <span className={classes.name}>{element.title}</span>
        {element.description && (
          <Text component="span" display="block" size="meta" c="dimmed">
            {element.description}
          </Text>
        )}
        {upload && <UploadProgress upload={upload} />}
        {upload && isGoing(upload) && <FileOnItsWay upload={upload} />}
      </span>
      <StatusChip {...statusOf(element, true)} />
      {isNeeded &&
        element.abilities.answer &&
        (element.questionType !== null ? (
          element.answer === null && <AnswerOnCard element={element} filled={first} />
        ) : upload && isGoing(upload) ? (
          <CancelOnCard title={element.title} upload={upload} />
        ) : (
          <UploadOnCard element={element} filled={first} />
        ))}
    </Flex>
  );
}

/** Documents of the application. They are optional: an application can be submitted without them. */
export function DocumentsStep({ application }: { application: LoanApplication }) {
  const { loanId } = application;
  const query = useCall('listApplicationElements', { params: { loanId } });
  const elements = query.data?.elements ?? [];
  const first = elements.find(({ answer, abilities }) => !answer && abilities.answer);
  return (
    <>
      <QueryFallback
        query={query}
        loading="Loading the documents"
        failed="The documents could not be loaded"
      />
      {query.data && elements.length === 0 && (
        <EmptyState title="No documents requested yet">
          They depend on the business and the people in the application.
        </EmptyState>
      )}
      {elements.length > 0 && (
        <section className={clsx(cardFrame, classes.card)} aria-label="Documents">
          <Text size="body" c="var(--ink-2)" mb="md">
            Send what you have now. You can send the rest after you submit the application. A phone
            photo is fine.
          </Text>
          <RowList>
            {elements.map((element) => (
              <Asked key={element.id} element={element} first={element === first} />
            ))}
          </RowList>
        </section>
      )}
    </>
  );
}
