/** Runs in the page, before its own code: what the browser says about each interaction. */

/** Milliseconds: input delay, processing time, and presentation delay until the next paint. */
export interface Recorded {
  readonly total: number;
  readonly delay: number;
  readonly handlers: number;
  readonly painting: number;
  /** 1 where the list's next rows were missing in that picture. */
  readonly blank: number;
}

/**
 * A turn of the wheel is no interaction for the browser, so it is timed by hand: from the event to the first
 * task after a frame in which the page has moved. The rows must be in that frame, or the time says nothing.
 */
export const RECORDER = `{
  // Below this the browser says nothing.
  const quick = { total: 16, delay: 0, handlers: 0, painting: 16, blank: 0 };
  let all = [];
  // What began before is not told either: a key that changes nothing is reported with the next picture, whenever that is.
  let since = 0;
  globalThis.recorder = {
    clear: () => { all = []; since = performance.now(); },
    worst: () => ({
      ...all.reduce((worst, each) => (each.total > worst.total ? each : worst), quick),
      blank: all.some(({ blank }) => blank) ? 1 : 0,
    }),
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.interactionId || entry.startTime < since) continue;
      all.push({
        total: entry.duration,
        delay: entry.processingStart - entry.startTime,
        handlers: entry.processingEnd - entry.processingStart,
        painting: entry.startTime + entry.duration - entry.processingEnd,
        blank: 0,
      });
    }
  }).observe({ type: 'event', durationThreshold: 16 });

  let turned = null;
  // The element at the bottom of the window: a row, or an empty placeholder.
  const isBlank = () =>
    !document.elementFromPoint(innerWidth / 2, innerHeight - 90)?.closest('tr[data-index]');
  addEventListener('wheel', ({ timeStamp }) => {
    turned = timeStamp;
  }, { capture: true, passive: true });
  addEventListener('scroll', () => {
    const started = performance.now();
    // A turn may move the page over several frames: the first counts from the turn, the others by themselves.
    const from = turned ?? started;
    turned = null;
    // The page scrolls, draws and paints in one task, and this is asked for before the page asks for anything.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const ended = performance.now();
      all.push({
        total: ended - from,
        delay: started - from,
        handlers: 0,
        painting: ended - started,
        blank: isBlank() ? 1 : 0,
      });
    };
    port2.postMessage(null);
  }, { capture: true, passive: true });
}`;
