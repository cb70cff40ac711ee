/** Runs in the page, before its own code: what the browser says about each interaction. */

/** Milliseconds: waiting for the page, in its handlers, and from there to the picture. */
export interface Recorded {
  readonly total: number;
  readonly delay: number;
  readonly handlers: number;
  readonly painting: number;
}

/**
 * A turn of the wheel is no interaction for the browser, so it is timed by hand: from the event to the first
 * task after the frame that follows it.
 */
export const RECORDER = `{
  // Below this the browser says nothing.
  const quick = { total: 16, delay: 0, handlers: 0, painting: 16 };
  let all = [];
  globalThis.recorder = {
    clear: () => { all = []; },
    worst: () => all.reduce((worst, each) => (each.total > worst.total ? each : worst), quick),
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.interactionId) continue;
      all.push({
        total: entry.duration,
        delay: entry.processingStart - entry.startTime,
        handlers: entry.processingEnd - entry.processingStart,
        painting: entry.startTime + entry.duration - entry.processingEnd,
      });
    }
  }).observe({ type: 'event', durationThreshold: 16 });

  let turned = null;
  const afterFrame = (done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(null);
    });
  addEventListener('wheel', ({ timeStamp }) => {
    turned = timeStamp;
  }, { capture: true, passive: true });
  addEventListener('scroll', () => {
    if (turned === null) return;
    const from = turned;
    const started = performance.now();
    turned = null;
    afterFrame(() => {
      const ended = performance.now();
      all.push({ total: ended - from, delay: started - from, handlers: 0, painting: ended - started });
    });
  }, { capture: true, passive: true });
}`;
