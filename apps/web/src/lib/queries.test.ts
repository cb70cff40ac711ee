import { QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { callKey, queryClient, refresh } from './queries.ts';
import { callOptions } from './useCall.ts';

test('a call is idle until it is wanted, loading until it is answered, then a success or an error [R229]', async () => {
  const answers = [
    new Response(JSON.stringify({ id: 'a-loan' }), { status: 200 }),
    new Response(JSON.stringify({ code: 'NOT_FOUND' }), { status: 404 }),
  ];
  vi.stubGlobal('fetch', async () => answers.shift());
  const states: string[] = [];
  const observer = new QueryObserver(queryClient, optionsOf('a-loan', false));
  const stop = observer.subscribe((result) => states.push(stateOf(result)));
  states.push(stateOf(observer.getCurrentResult()));
  for (const [id, state] of [
    ['a-loan', 'success'],
    ['no-loan', 'error'],
  ] as const) {
    observer.setOptions(optionsOf(id, true));
    await vi.waitFor(() => expect(states.at(-1)).toBe(state));
  }
  expect(states).toEqual(['idle', 'loading', 'success', 'loading', 'error']);
  stop();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const optionsOf = (id: string, enabled: boolean) =>
  callOptions('getLoan', { params: { id } }, { enabled, onFailure: () => true });

/** The state of a query, as the pages distinguish it. */
function stateOf(result: QueryObserverResult): string {
  if (result.isError) return 'error';
  if (result.isSuccess) return 'success';
  return result.isLoading ? 'loading' : 'idle';
}

test('a first answer that was asked for before a change is asked for again', async () => {
  let answer: (text: string) => void = () => {};
  const fetcher = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    .mockResolvedValue('after the change');
  const observer = new QueryObserver(queryClient, {
    queryKey: callKey('getLoan', { params: { id: 'a-loan' } }),
    queryFn: fetcher,
  });
  const stop = observer.subscribe(() => {});
  const refreshed = refresh(['loan'], 'a-loan');
  answer('before the change');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('after the change');
  stop();
});

test('a query with a key of its own form does not keep others from being asked for again', async () => {
  const fetcher = vi.fn<() => Promise<string>>().mockResolvedValue('an answer');
  const other = new QueryObserver(queryClient, {
    queryKey: ['a picture', 'of', 'a license'],
    queryFn: async () => 'a picture',
  });
  const observer = new QueryObserver(queryClient, {
    queryKey: callKey('getLoan', { params: { id: 'another-loan' } }),
    queryFn: fetcher,
  });
  const stops = [other.subscribe(() => {}), observer.subscribe(() => {})];
  await vi.waitFor(() => expect(fetcher).toHaveBeenCalledTimes(1));
  await refresh(['loan'], 'another-loan');
  expect(fetcher).toHaveBeenCalledTimes(2);
  for (const stop of stops) stop();
  queryClient.clear();
});
