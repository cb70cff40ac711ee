import {
  MAX_SOURCES,
  MAX_USES,
  type SheetTotals,
  type SourceKind,
} from '@cairn/contract/sources-uses-terms';
import { ActionIcon, Box, Button, Flex, Text } from '@mantine/core';
import { IconCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ClipboardEvent, ComponentProps } from 'react';
import { hint } from '../../lib/hint.ts';
import { Keys } from '../../ui/Keys.tsx';
import { sourceColor } from './SheetShares.tsx';
import classes from './SourcesUses.module.css';
import {
  isAmount,
  settledAmount,
  shownTotal,
  type TypedSheet,
  withAmount,
  withoutSource,
  withoutUse,
  withPasted,
  withSource,
  withSourceChange,
  withUse,
  withUseDocument,
  withUseName,
} from './sheetText.ts';
import { useCellKeys } from './useCellKeys.ts';
import { UseDocument } from './UseDocument.tsx';

const KIND_NAMES: Record<SourceKind, string> = {
  LOAN: 'Loan',
  EQUITY: 'Equity',
  OTHER: 'Other',
};

interface GridProps {
  loanId: string;
  sheet: TypedSheet;
  totals: SheetTotals;
  readOnly: boolean;
  onChange: (sheet: TypedSheet) => void;
}

function AmountInput({ value, ...input }: ComponentProps<'input'> & { value: string }) {
  return (
    <input
      className={classes.amount}
      inputMode="decimal"
      autoComplete="off"
      placeholder="-"
      aria-invalid={!isAmount(value)}
      value={value}
      {...input}
    />
  );
}

type Keys = ReturnType<typeof useCellKeys>['onKeyDown'];

function SourceHead({
  sheet,
  at,
  ...props
}: Omit<GridProps, 'totals' | 'loanId'> & { at: number }) {
  const { readOnly, onChange } = props;
  const source = sheet.sources[at]!;
  const number = `source ${at + 1}`;
  const change = (part: Partial<typeof source>) => onChange(withSourceChange(sheet, at, part));
  return (
    <th scope="col" className={classes.source}>
      <Flex align="center" pr="s6" pl="sm">
        <Box component="span" flex="none" w={10} h={10} bdrs={2} bg={sourceColor(at)} aria-hidden />
        <input
          className={classes.name}
          aria-label={`Name of ${number}`}
          placeholder="Source"
          maxLength={80}
          readOnly={readOnly}
          value={source.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {!readOnly && sheet.sources.length > 1 && (
          <ActionIcon
            size={24}
            aria-label={`Remove ${source.name || number}`}
            onClick={() => onChange(withoutSource(sheet, at))}
            {...hint('Remove source')}
          >
            <IconTrash size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </Flex>
      <input
        className={classes.terms}
        aria-label={`Terms of ${source.name || number}`}
        placeholder="Terms"
        maxLength={60}
        readOnly={readOnly}
        value={source.terms}
        onChange={(event) => change({ terms: event.currentTarget.value })}
      />
      <select
        className={classes.kind}
        aria-label={`Kind of ${source.name || number}`}
        disabled={readOnly}
        value={source.kind}
        onChange={(event) => change({ kind: event.currentTarget.value as SourceKind })}
      >
        {Object.entries(KIND_NAMES).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
    </th>
  );
}

/** A pasted name can contain line breaks. */
const inOneLine = (text: string): string =>
  text.replaceAll(/\s+/g, (spaces) => (spaces.includes('\n') ? ' ' : spaces));

function UseRow(props: GridProps & { row: number; onKeyDown: Keys }) {
  const { sheet, totals, readOnly, row, onKeyDown, onChange } = props;
  const use = sheet.uses[row]!;
  const name = use.name || `use ${row + 1}`;
  const paste = (column: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    onChange(withPasted(sheet, row, column, text));
  };
  return (
    <tr>
      <th scope="row" className={classes.use}>
        {/* Grows with the name, because the column is narrow on a phone. */}
        <textarea
          className={classes.name}
          rows={1}
          data-cell={`${row}--1`}
          aria-label={`Use ${row + 1}`}
          placeholder="Use"
          maxLength={80}
          readOnly={readOnly}
          value={use.name}
          onChange={(event) =>
            onChange(withUseName(sheet, row, inOneLine(event.currentTarget.value)))
          }
          onKeyDown={onKeyDown(row, -1)}
        />
        {!readOnly && sheet.uses.length > 1 && (
          <ActionIcon
            className={classes.remove ?? ''}
            size={24}
            tabIndex={-1}
            aria-label={`Remove ${name}`}
            onClick={() => onChange(withoutUse(sheet, row))}
            {...hint('Remove use')}
          >
            <IconTrash size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </th>
      <td className={classes.document}>
        <UseDocument
          loanId={props.loanId}
          use={name}
          elementId={use.elementId}
          readOnly={readOnly}
          onChoose={(elementId) => onChange(withUseDocument(sheet, row, elementId))}
        />
      </td>
      {use.amounts.map((amount, column) => (
        <td key={sheet.sources[column]!.key} className={classes.cell}>
          <AmountInput
            data-cell={`${row}-${column}`}
            aria-label={`${name} from ${sheet.sources[column]!.name || `source ${column + 1}`}`}
            readOnly={readOnly}
            value={amount}
            onChange={(event) =>
              onChange(withAmount(sheet, row, column, event.currentTarget.value))
            }
            onBlur={() => {
              const settled = settledAmount(amount);
              if (settled !== amount) onChange(withAmount(sheet, row, column, settled));
            }}
            onPaste={paste(column)}
            onKeyDown={onKeyDown(row, column)}
          />
        </td>
      ))}
      <td className={classes.total}>{shownTotal(totals.uses[row]!)}</td>
    </tr>
  );
}

function Difference({ amount }: { amount: number }) {
  if (amount !== 0)
    return (
      <Text inherit c="var(--orange-fg)">
        {shownTotal(amount)}
      </Text>
    );
  return (
    <Text inherit c="var(--green-fg)">
      <IconCheck size={14} stroke={2} aria-hidden /> 0
    </Text>
  );
}

function SheetFoot({
  sheet,
  totals,
  readOnly,
  onChange,
  onKeyDown,
}: GridProps & { onKeyDown: Keys }) {
  const below = sheet.uses.length;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          Total uses
        </th>
        {totals.used.map((amount, at) => (
          <td key={sheet.sources[at]!.key} className={classes.total}>
            {shownTotal(amount)}
          </td>
        ))}
        <td className={classes.total}>{shownTotal(totals.totalUses)}</td>
      </tr>
      <tr>
        <th scope="row" colSpan={2}>
          Available from source
        </th>
        {sheet.sources.map(({ key, name, available }, at) => (
          <td key={key} className={classes.cell}>
            <AmountInput
              data-cell={`${below}-${at}`}
              aria-label={`Available from ${name || `source ${at + 1}`}`}
              readOnly={readOnly}
              value={available}
              onChange={(event) =>
                onChange(withSourceChange(sheet, at, { available: event.currentTarget.value }))
              }
              onBlur={() =>
                onChange(withSourceChange(sheet, at, { available: settledAmount(available) }))
              }
              onKeyDown={onKeyDown(below, at)}
            />
          </td>
        ))}
        <td className={classes.total}>{shownTotal(totals.totalSources)}</td>
      </tr>
      <tr>
        <th scope="row" colSpan={2}>
          Difference
        </th>
        {totals.difference.map((amount, at) => (
          <td key={sheet.sources[at]!.key} className={classes.total}>
            <Difference amount={amount} />
          </td>
        ))}
        <td className={classes.total}>
          <Difference amount={Math.round((totals.totalSources - totals.totalUses) * 100) / 100} />
        </td>
      </tr>
    </tfoot>
  );
}

/** The grid: uses are rows, sources are columns. The totals update on every key press. */
export function SheetGrid(props: GridProps) {
  const { sheet, readOnly, onChange } = props;
  const { table, onKeyDown } = useCellKeys();
  return (
    <>
      {/* Scrolls horizontally if the sources do not fit. */}
      <Box
        ref={table}
        component="section"
        aria-label="Sheet"
        bd="var(--border)"
        bdrs="lg"
        bg="var(--surface)"
        style={{ overflowX: 'auto' }}
      >
        <table className={classes.sheet}>
          <thead>
            <tr>
              <th scope="col" className={classes.use}>
                Use
              </th>
              <th scope="col">Document</th>
              {sheet.sources.map(({ key }, at) => (
                <SourceHead key={key} {...{ sheet, at, readOnly, onChange }} />
              ))}
              <th scope="col" className={classes.total}>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {sheet.uses.map(({ key }, row) => (
              <UseRow key={key} {...props} row={row} onKeyDown={onKeyDown} />
            ))}
          </tbody>
          <SheetFoot {...props} onKeyDown={onKeyDown} />
        </table>
      </Box>
      {!readOnly && (
        <Flex wrap="wrap" align="center" gap="xs" pt="xs">
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
            disabled={sheet.uses.length >= MAX_USES}
            onClick={() => onChange(withUse(sheet))}
          >
            Add a use
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
            disabled={sheet.sources.length >= MAX_SOURCES}
            onClick={() => onChange(withSource(sheet))}
          >
            Add a source
          </Button>
          <Text span size="meta" c="dimmed" ml="auto" visibleFrom="wide">
            <Keys keys="Tab" /> next cell <Keys keys="Enter" /> next row <Keys keys="=" /> formula
          </Text>
        </Flex>
      )}
    </>
  );
}
