import { Flex } from '@mantine/core';
import type { SupportEntry } from '@cairn/contract';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { routes } from '../../lib/routes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { minutesToRead } from './articleText.ts';
import classes from './LearningCenter.module.css';
import { RowList } from '../../ui/RowList.tsx';

/** The introductory articles in order. Read ones have a check mark; the first unread one is highlighted. */
export function StartList({ entries }: { entries: readonly SupportEntry[] }) {
  const readCount = entries.filter(({ read }) => read).length;
  const next = entries.find(({ read }) => !read);
  return (
    <section aria-labelledby="start">
      <Flex align="baseline" justify="space-between">
        <h2 id="start" className={classes.heading}>
          Start here
        </h2>
        <p className={classes.count}>
          {readCount} of {entries.length} read
        </p>
      </Flex>
      <RowList component="ol" framed className={clsx(classes.list, classes.start)}>
        {entries.map((entry, place) => (
          <li key={entry.id}>
            <Link
              to={routes.learningEntry}
              params={{ slug: entry.slug }}
              data-next={entry === next || undefined}
            >
              <span className={classes.number} data-read={entry.read || undefined}>
                {entry.read ? <IconCheck size={14} stroke={2.4} aria-hidden /> : place + 1}
              </span>
              <span>
                {entry.title}
                {entry.read && <VisuallyHidden> (read)</VisuallyHidden>}
              </span>
              <span>{minutesToRead(entry.wordCount)}</span>
            </Link>
          </li>
        ))}
      </RowList>
    </section>
  );
}
