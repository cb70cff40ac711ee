import { Group, Select, Text } from '@mantine/core';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useDropZone } from '../../lib/dragAndDrop.ts';
import { PAGE_DRAG } from './PageTile.tsx';
import classes from './SplitPages.module.css';

interface LaneCardProps {
  /** The key that moves pages to this lane. */
  number: string;
  label: string;
  /** The page ranges of the lane, such as "1–3". */
  ranges: string;
  count: number;
  isDashed?: boolean;
  /** Present if the lane has a request that can be chosen. */
  request?: {
    value: string | null;
    options: RequestOption[];
    keepsFile: boolean;
    onChoose: (id: string) => void;
  };
  onDrop: (sheets: number[]) => void;
  children: ReactNode;
}

export interface RequestOption {
  value: string;
  label: string;
}

/** A lane: one answer, or the pages that are left out. Pages can be dropped on it. */
export function LaneCard({
  number,
  label,
  ranges,
  count,
  request,
  onDrop,
  ...rest
}: LaneCardProps) {
  const { ref, over } = useDropZone<HTMLElement>({
    accepts: ({ type }) => type === PAGE_DRAG,
    onDrop: ({ ids }) => onDrop(ids.map(Number)),
  });
  return (
    <section
      ref={ref}
      className={clsx(classes.lane, rest.isDashed && classes.dashed)}
      data-over={over !== null || undefined}
      aria-label={label}
    >
      <Group component="header" gap="sm" mb="sm" wrap="nowrap">
        <kbd className={classes.number}>{number}</kbd>
        {request ? (
          <Select
            aria-label={`Request for answer ${number}`}
            placeholder="Choose a request"
            searchable
            allowDeselect={false}
            w={320}
            maw="100%"
            data={request.options}
            value={request.value}
            onChange={(value) => value !== null && request.onChoose(value)}
          />
        ) : (
          <Text component="h3" size="body" fw={600}>
            {label}
          </Text>
        )}
        <Text size="meta" c="dimmed" ml="auto">
          {count === 0 ? 'No pages' : `${count === 1 ? 'Page' : 'Pages'} ${ranges}`}
        </Text>
      </Group>
      <Group gap="md" mih="4rem">
        {rest.children}
        {count === 0 && (
          <Text size="meta" c="dimmed">
            Drop pages here, or press {number}.
            {request?.keepsFile && ' Without pages, the request keeps its file.'}
          </Text>
        )}
      </Group>
    </section>
  );
}
