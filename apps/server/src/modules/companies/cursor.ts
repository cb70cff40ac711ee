import { readCursor as readPlace, writeCursor as writePlace } from '../../platform/cursors.ts';
import type { CompanyCursor } from './store.ts';

export const writeCursor = ({ name, id }: CompanyCursor): string => writePlace(name, id);

export function readCursor(text: string): CompanyCursor {
  const { place: name, id } = readPlace(text, 'name');
  return { name, id };
}
