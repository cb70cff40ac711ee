import { expect, test } from 'vitest';
import { findDropReceiver } from './useBrowserDrop.ts';

/** An event target inside of elements that match these selectors. */
const inside = (...around: readonly string[]) =>
  ({
    closest: (selector: string) => (around.includes(selector) ? {} : null),
  }) as unknown as EventTarget;

test('the page takes files that nothing else is there for', () => {
  expect(findDropReceiver({ defaultPrevented: false, target: inside() })).toBe('page');
  expect(findDropReceiver({ defaultPrevented: false, target: null })).toBe('page');
});

test('a part of the page that takes files keeps them, also in a dialog', () => {
  const form = inside('[role=dialog]');
  expect(findDropReceiver({ defaultPrevented: true, target: inside() })).toBe('other');
  expect(findDropReceiver({ defaultPrevented: true, target: form })).toBe('other');
});

test('the browser’s own file input keeps them, also in a dialog', () => {
  const input = inside('[role=dialog]', 'input[type=file]');
  expect(findDropReceiver({ defaultPrevented: false, target: input })).toBe('other');
});

test('a dialog that takes no files is not a way to the page under it', () => {
  expect(findDropReceiver({ defaultPrevented: false, target: inside('[role=dialog]') })).toBe(
    'none',
  );
});
