import type { SupportEntry } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { minutesToRead } from './articleText.ts';
import classes from './LearningCenter.module.css';
import { RowList } from '../../ui/RowList.tsx';

interface ArticleListProps {
  label: string;
  entries: readonly SupportEntry[];
}

export function ArticleList({ label, entries }: ArticleListProps) {
  return (
    <RowList framed className={classes.list ?? ''} aria-label={label}>
      {entries.map(({ id, slug, title, summary, wordCount }) => (
        <li key={id}>
          <Link to={routes.learningEntry} params={{ slug }}>
            <strong>{title}</strong>
            <p>
              {summary} · {minutesToRead(wordCount)}
            </p>
          </Link>
        </li>
      ))}
    </RowList>
  );
}
