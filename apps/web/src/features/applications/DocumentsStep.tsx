import { clsx } from 'clsx';
import type { Element, LoanApplication } from '@cairn/contract';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useStore } from '../../kit/store.ts';
import { useCall } from '../../kit/useCall.ts';
import { UploadOnCard } from '../documents/UploadButton.tsx';
import { UploadProgress } from '../documents/UploadProgress.tsx';
import { uploads } from '../documents/uploads.ts';
import { statusOf } from '../elements/status.ts';
import classes from './Applications.module.css';

function Asked({ element, first }: { element: Element; first: boolean }) {
  const upload = useStore(uploads).get(element.id);
  const wanted = !element.answer || element.rejectedByUserId !== null;
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <span className={classes.name}>{element.title}</span>
        {element.description && <span className={classes.note}>{element.description}</span>}
        {upload && <UploadProgress upload={upload} />}
      </span>
      <StatusChip {...statusOf(element, true)} />
      {wanted && element.abilities.answer && upload?.state !== 'sending' && (
        <UploadOnCard element={element} filled={first} />
      )}
    </li>
  );
}

/** What goes with an application; it can be sent in without, and follow later. */
export function DocumentsStep({ application }: { application: LoanApplication }) {
  const { loanId } = application;
  const query = useCall('listApplicationElements', { params: { loanId } });
  const elements = query.data?.elements ?? [];
  const first = elements.find(({ answer, abilities }) => !answer && abilities.answer);
  return (
    <>
      <NotThere
        query={query}
        loading="Loading what is asked for"
        failed="What is asked for could not be loaded"
      />
      {query.data && elements.length === 0 && (
        <EmptyState title="No documents are asked for yet">
          They come with the business and the people in the application.
        </EmptyState>
      )}
      {elements.length > 0 && (
        <section className={classes.card} aria-label="Documents">
          <p className={clsx(classes.text, classes.followed)}>
            Send what you have now. The rest can follow after the application is sent in. A phone
            photo is fine.
          </p>
          <ul className={classes.list}>
            {elements.map((element) => (
              <Asked key={element.id} element={element} first={element === first} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
