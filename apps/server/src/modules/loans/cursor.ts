import { readCursor as readPlace, writeCursor as writePlace } from '../../platform/cursors.ts';
import type { Cursor, ListOrder } from './list-store.ts';

const SORTED_BY = { closeDate: 'day', modified: 'moment' } as const;

export const writeCursor = ({ place, id }: Omit<Cursor, 'order'>): string => writePlace(place, id);

export const readCursor = (text: string, order: ListOrder): Cursor => ({
  order,
  ...readPlace(text, SORTED_BY[order]),
});
