import { DATE_FILTER_DAYS, IDLE_DAYS, LOAN_TYPES } from '@cairn/contract/constants';
import { dateFilterLabel } from '../../lib/format/dateFilter.ts';
import { FilterMenuButton } from '../../ui/FilterMenuButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';
import classes from './PipelinePage.module.css';
import { SavedViews } from './SavedViews.tsx';
import type { Pipeline } from './usePipeline.ts';

const TYPES = Object.entries(LOAN_TYPES).map(([value, label]) => ({ value, label }));
const MODIFIED = DATE_FILTER_DAYS.map((days) => ({
  value: String(days),
  label: dateFilterLabel(days),
}));

const STATUS = [
  { value: 'review', label: 'To review' },
  { value: 'idle', label: `No activity for ${IDLE_DAYS} days` },
];

/** The first three labels are the specification's [R321]. */
function Filters({ shown, show, phases }: Pipeline) {
  const stages = phases?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <fieldset className={classes.filters} aria-label="Filters">
      <FilterMenuButton
        label="Modified"
        single
        options={MODIFIED}
        chosen={shown.modified === null ? [] : [String(shown.modified)]}
        onChange={([days]) =>
          show({ modified: DATE_FILTER_DAYS.find((each) => String(each) === days) ?? null })
        }
      />
      {stages.length > 1 && (
        <FilterMenuButton
          label="Loan Stage"
          options={stages}
          chosen={shown.phaseIds}
          onChange={(phaseIds) => show({ phaseIds })}
        />
      )}
      <FilterMenuButton
        label="Loan Type"
        options={TYPES}
        chosen={shown.types}
        onChange={(types) => show({ types: types as Pipeline['shown']['types'] })}
      />
      <FilterMenuButton
        label="Status"
        single
        options={STATUS}
        chosen={shown.toReview ? ['review'] : shown.idle ? ['idle'] : []}
        onChange={([status]) => show({ toReview: status === 'review', idle: status === 'idle' })}
      />
    </fieldset>
  );
}

const LAYOUTS = [
  { value: 'LIST', label: 'List' },
  { value: 'BOARD', label: 'Board' },
] as const;

/** How it is laid out, and the way out of it. */
export function LayoutTools({ pipeline: { shown, show, filter } }: { pipeline: Pipeline }) {
  return (
    <>
      <Segmented
        label="Layout"
        options={LAYOUTS}
        value={shown.layout}
        onChange={(layout) => show({ layout })}
      />
      {filter && <ExportButton call="exportLoans" body={filter} />}
    </>
  );
}

export function FilterTools({ pipeline }: { pipeline: Pipeline }) {
  return (
    <>
      <SavedViews pipeline={pipeline} />
      <Filters {...pipeline} />
    </>
  );
}
