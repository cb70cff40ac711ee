import type { Charts } from '@cairn/contract';
import { Flex } from '@mantine/core';
import type { Column } from '../../ui/dataTableTypes.ts';
import { Card } from './Card.tsx';
import classes from './Charts.module.css';
import { separateLabels, inDays, shareOf, shortDay, stretchesOf, ticksOf } from './figures.ts';
import { FiguresTable } from './FiguresTable.tsx';

type Turn = Charts['turnaround'][number];

interface LineProps {
  values: readonly (number | null)[];
  top: number;
  color: 'ink' | 'amber';
}

/** A polyline needs two points, so a single value is drawn as a point by repeating it. */
function Line({ values, top, color }: LineProps) {
  return stretchesOf(values, top).map((points) => (
    <polyline
      key={points[0]!.join()}
      data-color={color}
      points={(points.length > 1 ? points : [...points, ...points])
        .map((point) => point.join())
        .join(' ')}
    />
  ));
}

const latest = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null;

/** Minimum distance of two labels in percent of the plot: a label is about 16 px high, the plot 150 px. */
const GAP = 12;

function Names({
  upload,
  accept,
  top,
}: {
  upload: number | null;
  accept: number | null;
  top: number;
}) {
  const heights = [upload, accept].map((value) => shareOf(value ?? 0, top)) as [number, number];
  const [one, other] =
    upload === null || accept === null ? heights : separateLabels(heights[0], heights[1], GAP);
  return (
    <>
      {upload !== null && (
        <span className={classes.lineName} data-color="amber" style={{ bottom: `${one}%` }}>
          Borrower {inDays(upload)} d
        </span>
      )}
      {accept !== null && (
        <span className={classes.lineName} data-color="ink" style={{ bottom: `${other}%` }}>
          Lender {inDays(accept)} d
        </span>
      )}
    </>
  );
}

const startOf = ({ from }: Turn): string => from;
const COLUMNS: Column<Turn>[] = [
  {
    id: 'from',
    header: 'Two weeks from',
    rowHeader: true,
    cell: ({ from }) => shortDay(from),
  },
  { id: 'upload', header: 'Borrower uploads', cell: ({ upload }) => inDays(upload) },
  { id: 'accept', header: 'Lender accepts', cell: ({ accept }) => inDays(accept) },
];

export function Turnaround({ turns }: { turns: Turn[] }) {
  const uploads = turns.map(({ upload }) => upload);
  const accepts = turns.map(({ accept }) => accept);
  const values = [...uploads, ...accepts].filter((value) => value !== null);
  const ticks = ticksOf(Math.max(...values, 1));
  const top = ticks.at(-1)!;
  return (
    <Card
      title="Document turnaround"
      text="Median days for borrowers to upload and for lenders to accept"
      empty={values.length === 0 ? 'No documents were uploaded or accepted in these weeks.' : null}
    >
      <div className={classes.plot} data-lines aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={classes.tick} style={{ bottom: `${shareOf(tick, top)}%` }}>
            <span>{inDays(tick)} d</span>
          </span>
        ))}
        <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none">
          <Line values={uploads} top={top} color="amber" />
          <Line values={accepts} top={top} color="ink" />
        </svg>
        <Names upload={latest(uploads)} accept={latest(accepts)} top={top} />
        <Flex className={classes.days} justify="space-between" fz="meta" lh="meta" c="var(--ink-2)">
          {turns.map(({ from }, at) => (
            <span key={from}>{at % 3 === 0 && shortDay(from)}</span>
          ))}
        </Flex>
      </div>
      <FiguresTable
        label="Document turnaround, median days"
        rows={turns}
        rowId={startOf}
        columns={COLUMNS}
      />
    </Card>
  );
}
