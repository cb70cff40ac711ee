import type { CallName } from '@cairn/contract';
import { announce } from './announce.ts';
import { calls } from './calls.ts';
import { type Request, send } from './client.ts';
import { reportFailure } from './failures.ts';
import { refresh } from './queries.ts';
import { toast } from './toast.ts';

/**
 * Sends the undo of an action from a toast. It does not depend on the page that showed the toast, which may be closed
 * by then. Returns whether the server accepted it.
 */
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
