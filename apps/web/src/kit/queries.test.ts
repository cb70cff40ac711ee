import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { callKey, queryClient, refresh } from './queries.ts';

test('a first answer that was asked for before a change is asked for again', async () => {
  let answer: (text: string) => void = () => {};
  const asked = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    .mockResolvedValue('after the change');
  const observer = new QueryObserver(queryClient, {
    queryKey: callKey('getLoan', { params: { id: 'a-loan' } }),
    queryFn: asked,
  });
  const stop = observer.subscribe(() => {});
  const refreshed = refresh(['loan'], 'a-loan');
  answer('before the change');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('after the change');
  stop();
});
