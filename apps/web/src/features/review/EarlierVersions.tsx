import type { ReviewItem } from '@cairn/contract';
import { useNow } from '../../lib/clock.ts';
import { formatModified, inSentence } from '../../lib/format/dates.ts';
import { useCall } from '../../lib/useCall.ts';
import { FileKind } from '../documents/FileKind.tsx';
import classes from './Review.module.css';

interface EarlierVersionsProps {
  item: ReviewItem;
  shown: string | null;
  onShow: (documentId: string | null) => void;
}

/** The earlier answers to the request, each with its rejection reason if it was rejected. */
export function EarlierVersions({ item, shown, onShow }: EarlierVersionsProps) {
  const { data } = useCall('listAnswers', { params: { id: item.loanId, elementId: item.id } });
  const now = useNow();
  const past = (data?.past ?? []).filter(({ document }) => document !== null);
  if (past.length === 0) return null;
  return (
    <section className={classes.earlier}>
      <h3>Earlier versions</h3>
      <ul>
        {past.map(({ id, document, answeredDate, rejectionReason }) => (
          <li key={id}>
            <FileKind name={document!.name} />
            <span className={classes.words}>
              <strong>Uploaded {inSentence(formatModified(answeredDate, now))}</strong>
              {rejectionReason && <span>Rejected: {rejectionReason}</span>}
            </span>
            <button
              type="button"
              className={classes.link}
              aria-pressed={shown === document!.id}
              onClick={() => onShow(shown === document!.id ? null : document!.id)}
            >
              {shown === document!.id ? 'Hide' : 'View'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
