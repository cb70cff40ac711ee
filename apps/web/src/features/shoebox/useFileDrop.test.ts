import { expect, test } from 'vitest';
import { dropTaker } from './useFileDrop.ts';

/** A target inside elements that these selectors find. */
const inside = (...around: readonly string[]) =>
  ({
    closest: (selector: string) => (around.includes(selector) ? {} : null),
  }) as unknown as EventTarget;

test('the page takes files that nothing else is there for', () => {
  expect(dropTaker({ defaultPrevented: false, target: inside() })).toBe('page');
  expect(dropTaker({ defaultPrevented: false, target: null })).toBe('page');
});

test('a part of the page that takes files keeps them, also in a dialog', () => {
  const form = inside('[role=dialog]');
  expect(dropTaker({ defaultPrevented: true, target: inside() })).toBe('other');
  expect(dropTaker({ defaultPrevented: true, target: form })).toBe('other');
});

test('the browser’s own file input keeps them, also in a dialog', () => {
  const input = inside('[role=dialog]', 'input[type=file]');
  expect(dropTaker({ defaultPrevented: false, target: input })).toBe('other');
});

test('a dialog that takes no files is not a way to the page under it', () => {
  expect(dropTaker({ defaultPrevented: false, target: inside('[role=dialog]') })).toBe('none');
});
