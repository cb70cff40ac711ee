import type { Charts } from '@cairn/contract';
import { VisuallyHidden } from '@mantine/core';
import { formatMoney, formatMoneyShort } from '../../format/money.ts';
import { Card } from './Card.tsx';
import classes from './Charts.module.css';
import { longMonth, shareOf, shortMonth, ticksOf } from './figures.ts';

type Month = Charts['volume'][number];

const Legend = (
  <p className={classes.legend} aria-hidden>
    <span data-colour="ink">Closed</span>
    <span data-colour="amber">In closing</span>
  </p>
);

/** "$2.5M" needs its half; "$4.0M" does not. */
const mark = (amount: number): string => formatMoneyShort(amount).replace('.0', '');

function Bar({ month, top }: { month: Month; top: number }) {
  const { closed, inClosing } = month;
  return (
    <div className={classes.column}>
      <div className={classes.bars}>
        {inClosing > 0 && (
          <span data-colour="amber" style={{ height: `${shareOf(inClosing, top)}%` }} />
        )}
        {closed > 0 && <span data-colour="ink" style={{ height: `${shareOf(closed, top)}%` }} />}
      </div>
      <span className={classes.under}>{shortMonth(month.month)}</span>
    </div>
  );
}

function AsTable({ months }: { months: Month[] }) {
  return (
    <VisuallyHidden>
      <table>
        <caption>Volume closed by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Loans closed</th>
            <th scope="col">Closed</th>
            <th scope="col">In closing</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, loans, closed, inClosing }) => (
            <tr key={month}>
              <th scope="row">{longMonth(month)}</th>
              <td>{loans}</td>
              <td>{formatMoney(closed)}</td>
              <td>{formatMoney(inClosing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

export function Volume({ months }: { months: Month[] }) {
  const largest = Math.max(...months.map(({ closed, inClosing }) => closed + inClosing));
  const ticks = ticksOf(largest);
  const top = ticks.at(-1)!;
  return (
    <Card
      title="Volume closed"
      text="Dollars by month, and what is about to close"
      aside={Legend}
      empty={largest === 0 ? 'No loan was closed in these months.' : null}
    >
      <div className={classes.plot} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={classes.tick} style={{ bottom: `${shareOf(tick, top)}%` }}>
            <span>{mark(tick)}</span>
          </span>
        ))}
        <div className={classes.columns}>
          {months.map((month) => (
            <Bar key={month.month} month={month} top={top} />
          ))}
        </div>
      </div>
      <AsTable months={months} />
    </Card>
  );
}
