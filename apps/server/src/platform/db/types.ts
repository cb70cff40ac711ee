/** How values of the database are parsed: times as ISO text, days as text, counts and money as numbers. */
import pg from 'pg';

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;
const NUMERIC = 1700;

type Parse = (text: string) => unknown;

/** Connections run in UTC, so the text is '2026-11-15 02:06:00.123456+00'. */
function isoTime(text: string): string {
  const [day, time = ''] = text.split(' ');
  const fraction = time[8] === '.' ? time.slice(8, -3).slice(0, 4) : '.';
  return `${day}T${time.slice(0, 8)}${fraction.padEnd(4, '0')}Z`;
}

const parsers: Record<number, Parse> = {
  [TIMESTAMPTZ]: isoTime,
  [DATE]: (text) => text,
  [INT8]: Number,
  [NUMERIC]: Number,
};

export const parserOf = (oid: number): Parse =>
  parsers[oid] ?? (pg.types.getTypeParser(oid, 'text') as Parse);
