/** Runs in the page before its own code, and records what the browser reports about each interaction. */

/** Milliseconds: input delay, processing time, and presentation delay until the next paint. */
export interface Recorded {
  readonly total: number;
  readonly delay: number;
  readonly handlers: number;
  readonly painting: number;
  /** 1 if the list's next rows were missing in that frame. */
  readonly blank: number;
}

/**
 * The browser does not report scrolling as an interaction, so it is measured here: from the wheel event to the first
 * task after a frame in which the page has moved. If the rows are not in that frame, the time is meaningless.
 */
export const RECORDER = `{
  // The shortest interaction that the browser reports.
  const quick = { total: 16, delay: 0, handlers: 0, painting: 16, blank: 0 };
  let all = [];
  // Interactions that started earlier are ignored: a key that changes nothing is reported with a later frame.
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
  // Whether the element at the bottom of the window is a placeholder instead of a row.
  const isBlank = () =>
    !document.elementFromPoint(innerWidth / 2, innerHeight - 90)?.closest('tr[data-index]');
  addEventListener('wheel', ({ timeStamp }) => {
    turned = timeStamp;
  }, { capture: true, passive: true });
  addEventListener('scroll', () => {
    const started = performance.now();
    // Scrolling may move the page over several frames: the first is measured from the event, the others by
    // themselves.
    const from = turned ?? started;
    turned = null;
    // The page scrolls, renders and paints in one task; this message is queued before the page queues its own.
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
