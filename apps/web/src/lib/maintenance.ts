import { createStore } from './store.ts';

/** A call was refused because of the maintenance window, or the page knows that it is on. */
export const closedForMaintenance = createStore(false);

/** For work that was under way when the window began, and goes on by itself afterwards. */
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
