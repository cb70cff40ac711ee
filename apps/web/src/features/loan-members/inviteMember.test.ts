import { messageOf } from '@cairn/contract/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitingToasts } from '../../lib/toast.ts';
import { invite, inviteAfterConfirming, invitesUnderWay } from './inviteMember.ts';

const LOAN = '0199a1b2-0000-7000-8000-000000000001';
const [ADA, BEN] = ['ada', 'ben'];

/** Stubs fetch and holds each request until the test answers it. */
function holdCalls() {
  const calls: { body: string; answer: (response: Response) => void }[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.push({ body, answer: resolve });
    return promise;
  });
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
  waitingToasts.set([]);
});

describe('an invitation', () => {
  it('is tracked for each person as in progress or not [R230]', async () => {
    const calls = holdCalls();
    const [ada, ben] = [invite(LOAN, { id: ADA }), invite(LOAN, { id: BEN })];
    expect([...invitesUnderWay.get()]).toEqual([ADA, BEN]);
    // A second press while the first call is running does not send a second email.
    void invite(LOAN, { id: ADA });
    expect(calls).toHaveLength(2);
    calls[0]!.answer(Response.json({}));
    await ada;
    expect([...invitesUnderWay.get()]).toEqual([BEN]);
    calls[1]!.answer(Response.json({}));
    await ben;
    expect(invitesUnderWay.get().size).toBe(0);
    expect(waitingToasts.get()).toMatchObject([
      { kind: 'success', message: 'Invitation Sent!' },
      { kind: 'success', message: 'Invitation Sent!' },
    ]);
  });

  it('that fails is swallowed silently, and in progress no longer [R299]', async () => {
    const calls = holdCalls();
    const ada = invite(LOAN, { id: ADA });
    const problem = { code: 'SENT_RECENTLY', message: messageOf('SENT_RECENTLY') };
    calls[0]!.answer(Response.json(problem, { status: 429 }));
    await ada;
    expect(waitingToasts.get()).toEqual([]);
    expect(invitesUnderWay.get().size).toBe(0);
  });

  it('that comes too soon after its address was confirmed says so, and what to do', async () => {
    const calls = holdCalls();
    const ada = inviteAfterConfirming(LOAN, { id: ADA });
    const problem = { code: 'SENT_RECENTLY', message: messageOf('SENT_RECENTLY') };
    calls[0]!.answer(Response.json(problem, { status: 429 }));
    await ada;
    expect(waitingToasts.get()).toMatchObject([
      { kind: 'error', message: expect.stringContaining('less than a minute ago') },
    ]);
  });
});
