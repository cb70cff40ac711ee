/**
 * The position of a reader in the event log: the part of a database snapshot that determines which events the reader
 * has not seen. Unseen are all positions from `next` on, and the positions in `late`, whose transactions were in
 * progress below `next`. A position is a transaction id plus the shift of event_clock.
 *
 * As text, which browsers send back as Last-Event-ID, it is `next-distance-distance.seconds`, the format of
 * app.event_cursor().
 */
export interface EventCursor {
  readonly next: bigint;
  readonly late: readonly bigint[];
  /** When it was created, in Unix seconds. */
  readonly at: number;
}

/** A longer list is replaced by its oldest entry: the reader may get an event twice, but misses none. */
const MAX_LATE = 16;
const TEXT = /^(\d{1,18})((?:-\d{1,18}){0,16})\.(\d{1,12})$/;

/** The cursor of a reader that has seen everything visible in a snapshot (`xmin:xmax:xip,xip`). */
export function cursorOfSnapshot(snapshot: string, shift: string, at = nowSeconds()): EventCursor {
  const [, xmax = '', running = ''] = snapshot.split(':');
  const position = (xid: string): bigint => BigInt(xid) + BigInt(shift);
  return {
    next: position(xmax),
    late: running === '' ? [] : running.split(',').map(position),
    at,
  };
}

export function formatCursor({ next, late, at }: EventCursor): string {
  if (late.length > MAX_LATE) {
    const oldest = late.reduce((least, each) => (each < least ? each : least));
    return `${oldest}.${at}`;
  }
  return `${[next, ...late.map((each) => next - each)].join('-')}.${at}`;
}

/** Undefined for text that formatCursor cannot have written. */
export function parseCursor(text: string): EventCursor | undefined {
  const match = TEXT.exec(text);
  if (!match) return undefined;
  const next = BigInt(match[1]!);
  const distances = match[2]!.split('-').slice(1).map(BigInt);
  return { next, late: distances.map((each) => next - each), at: Number(match[3]) };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
