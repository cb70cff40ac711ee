import { expect, test } from 'vitest';
import { colorName, LABEL_COLORS, nextColor } from './colors.ts';
import { withLabel, withoutLabel } from './labelList.ts';

const rush = { id: '1', name: 'Rush', color: '#D9534F', people: 2 };

test('a new label gets a color that no other has, while there is one', () => {
  expect(nextColor([])).toBe('#5B8DEF');
  expect(nextColor(['#5B8DEF', '#2BA6A0'])).toBe('#D9534F');
  expect(Object.keys(LABEL_COLORS)).toContain(nextColor(Object.keys(LABEL_COLORS)));
});

test('colors have names, also one that came from elsewhere', () => {
  expect(colorName('#D9534F')).toBe('Red');
  expect(colorName('#123456')).toBe('Another color');
});

test('a saved label is sorted by its name, with the members who carry it', () => {
  const labels = withLabel([rush], { id: 'new', name: 'CDC involved', color: '#8E6FD8' });
  expect(labels.map(({ name, people }) => [name, people])).toEqual([
    ['CDC involved', 0],
    ['Rush', 2],
  ]);
  const renamed = withLabel(labels, { id: '1', name: 'Hurry', color: '#D9534F' });
  expect(renamed).toContainEqual({ ...rush, name: 'Hurry' });
});

test('a deleted label leaves the list', () => {
  expect(withoutLabel([rush], '1')).toEqual([]);
});
