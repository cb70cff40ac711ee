/** Exports the figures as CSV, with the figure, its period and its value. */
import { Readable } from 'node:stream';
import { REJECTION_REASONS, type Charts } from '@cairn/contract';
import { writeCsv } from '../../platform/csv.ts';

const cell = (value: number | null): string => (value === null ? '' : String(value));

const HEADS = ['Figure', 'Of', 'Value', 'Before'];

/** One line for each number that the page shows. */
const chartLines = (charts: Charts): string[][] => [
  HEADS,
  ['Active loans', 'Today', cell(charts.activeLoans), ''],
  ['Requested', 'Today', charts.requested.toFixed(2), ''],
  comparisonRow('Median days to close', charts.daysToClose),
  comparisonRow('Accepted first time %', charts.acceptedFirstTime),
  [
    'Past close date',
    'Today',
    `${charts.pastCloseDate.total}${charts.pastCloseDate.more ? ' or more' : ''}`,
    '',
  ],
  ...charts.volume.flatMap(({ month, closed, inClosing }) => [
    ['Volume closed', month, closed.toFixed(2), ''],
    ...(inClosing > 0 ? [['Volume in closing', month, inClosing.toFixed(2), '']] : []),
  ]),
  ...charts.daysInPhase.map(({ name, now, before }) => [
    'Median days in phase',
    name,
    cell(now),
    cell(before),
  ]),
  ...charts.turnaround.flatMap(({ from, upload, accept }) => [
    ['Median days to upload', `14 days from ${from}`, cell(upload), ''],
    ['Median days to accept', `14 days from ${from}`, cell(accept), ''],
  ]),
  ...charts.sentBack.map(({ code, documents }) => [
    'Rejected',
    code === null ? 'Other reason' : REJECTION_REASONS[code].label,
    cell(documents),
    '',
  ]),
  ...charts.suggestions
    .filter(({ suggested }) => suggested > 0)
    .map(({ month, suggested, taken }) => [
      'Suggested filings accepted %',
      month,
      cell(Math.round((100 * taken) / suggested)),
      '',
    ]),
];

const comparisonRow = (name: string, { now, before }: Charts['daysToClose']): string[] => [
  name,
  'Last 90 days',
  cell(now),
  cell(before),
];

export const chartsAsCsv = (charts: Charts): Readable =>
  Readable.from([writeCsv(chartLines(charts))], { objectMode: false });
