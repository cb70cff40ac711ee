import type { CallName } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Request } from './client.ts';
import { callKey, queryClient } from './queries.ts';
import { waitingToasts } from './toast.ts';
import { useAction } from './useAction.ts';

type Send = (request: never) => Promise<unknown>;
interface PageProps {
  name: CallName;
  onDrawn: (send: Send) => void;
}
function Page({ name, onDrawn }: PageProps) {
  onDrawn(useAction(name).mutateAsync);
  return null;
}

/**
 * Extracts the action of a rendered page, to call it directly. Its effects do not depend on the page staying mounted.
 */
function actionOf<Name extends CallName>(name: Name): (request: Request<Name>) => Promise<unknown> {
  const drawn: Send[] = [];
  const page = createElement(Page, { name, onDrawn: (send) => drawn.push(send) });
  renderToString(createElement(QueryClientProvider, { client: queryClient }, page));
  return drawn[0]! as (request: Request<Name>) => Promise<unknown>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  waitingToasts.set([]);
  queryClient.clear();
});

describe('the answer to an invitation', () => {
  const keys = {
    loans: callKey('viewLoans', {}),
    tasks: callKey('getConsolidatedTasks', { params: { id: 'a-loan' } }),
    invitations: callKey('listPendingInvites', {}),
    timezones: callKey('listTimezones', {}),
  };
  const stale = () =>
    Object.entries(keys)
      .filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated)
      .map(([name]) => name);
  const respond = (status: number) => {
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('fetch', async () =>
      Response.json(status === 200 ? { success: true } : { code: 'INVITATION_OVER' }, { status }),
    );
    for (const key of Object.values(keys)) queryClient.setQueryData(key, {});
    const answer = actionOf('doAction');
    return answer({ body: { id: 'an-invitation', data: { action: 'ACCEPT' } } });
  };

  it('makes the loan list, the tasks and the invitations be asked for again [R280]', async () => {
    await respond(200);
    await vi.waitFor(() => expect(stale()).toEqual(['loans', 'tasks', 'invitations']));
  });

  it('leaves everything as it is where it was refused', async () => {
    await expect(respond(409)).rejects.toThrow();
    expect(stale()).toEqual([]);
  });
});

describe('an action that fails', () => {
  const failing = async (name: CallName): Promise<unknown[]> => {
    const failure = { code: 'CONFLICT', message: messageOf('CONFLICT') };
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('fetch', async () => Response.json(failure, { status: 409 }));
    const request = { params: { id: 'a-loan', userId: 'a-person' }, body: {} };
    const send = actionOf(name) as (request: object) => Promise<unknown>;
    await expect(send(request)).rejects.toThrow();
    return waitingToasts.get().map((each) => 'message' in each && each.message);
  };

  it('is said where a lender is removed, a borrower added or a role set [R304]', async () => {
    for (const name of ['removeLenderUser', 'addBorrowerUser', 'setBorrowerRole'] as const) {
      expect(await failing(name), name).toEqual([messageOf('CONFLICT')]);
      waitingToasts.set([]);
    }
  });

  it('is swallowed where only what was opened is remembered for the search [R162]', async () => {
    expect(await failing('addRecent')).toEqual([]);
  });
});
