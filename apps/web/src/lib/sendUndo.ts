import type { CallName } from '@cairn/contract';
import { announce } from './announce.ts';
import { calls } from './calls.ts';
import { type Request, send } from './client.ts';
import { reportFailure } from './failures.ts';
import { refresh } from './queries.ts';
import { toast } from './toast.ts';

/** A way back out of a toast: the page that showed it may be closed by then. Returns whether the server took it. */
export async function sendUndo<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  doneText: string,
): Promise<boolean> {
  try {
    await send(name, request);
  } catch (failure) {
    reportFailure(failure, calls[name]);
    void refresh(calls[name].changes);
    return false;
  }
  void refresh(calls[name].changes);
  toast.success(doneText);
  announce(doneText);
  return true;
}
