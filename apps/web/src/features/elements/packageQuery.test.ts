import type { Element } from '@cairn/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { callKey, queryClient } from '../../lib/queries.ts';
import { showAtOnce } from './packageQuery.ts';

const KEY = callKey('listElements', { params: { id: 'a-loan' } });
const lease = { id: 'lease', elementId: 'lease', title: 'Lease', approved: false } as Element;
const deed = { ...lease, id: 'deed', elementId: 'deed', title: 'Deed' };
const cachedElements = () => queryClient.getQueryData<{ elements: Element[] }>(KEY)!.elements;

afterEach(() => queryClient.clear());

test('a failed update puts the package back as it was, and asks for it again [R220]', async () => {
  const refetched = vi.fn(async () => ({ elements: [lease, deed] }));
  await queryClient.prefetchQuery({ queryKey: KEY, queryFn: refetched });
  const takeBack = await showAtOnce('a-loan', ['lease'], (element) => ({
    ...element,
    approved: true,
  }));
  expect(cachedElements().map(({ approved }) => approved)).toEqual([true, false]);
  takeBack();
  expect(cachedElements()).toEqual([lease, deed]);
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
});

test('a removed item is gone at once, and back where the removal failed [R220]', async () => {
  await queryClient.prefetchQuery({
    queryKey: KEY,
    queryFn: async () => ({ elements: [lease, deed] }),
  });
  const takeBack = await showAtOnce('a-loan', ['lease'], () => null);
  expect(cachedElements()).toEqual([deed]);
  takeBack();
  expect(cachedElements()).toEqual([lease, deed]);
});
