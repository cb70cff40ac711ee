import { createStore } from './store.ts';

/**
 * True while a maintenance window is known to be active: a call was refused because of it, or the server reported it.
 */
export const closedForMaintenance = createStore(false);

/** Resolves when the maintenance window is over, for work that started before it and resumes automatically. */
export function untilOpenAgain(): Promise<void> {
  if (!closedForMaintenance.get()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = closedForMaintenance.subscribe(() => {
      if (closedForMaintenance.get()) return;
      stop();
      resolve();
    });
  });
}
