import type { Element } from '@cairn/contract';
import { expect, it } from 'vitest';
import { isUndoable } from './requests.ts';

const request = (over: object = {}): Element =>
  ({ answer: null, promisedDate: null, expirationDate: null, ...over }) as Element;

it('offers to undo a filing only where the request would be as it was', () => {
  expect(isUndoable(request())).toBe(true);
  expect(isUndoable(request({ answer: { document: null } }))).toBe(false);
  expect(isUndoable(request({ promisedDate: '2026-12-01' }))).toBe(false);
  expect(isUndoable(request({ expirationDate: '2027-03-05' }))).toBe(false);
});
