import { IDLE_DAYS, LOAN_TYPES } from '@cairn/contract/constants';
import { UnstyledButton } from '@mantine/core';
import { type RefObject, useLayoutEffect } from 'react';
import { isTypingKept } from '../../lib/typeAhead.ts';
import { useOfficers } from '../../lib/useOfficers.ts';
import { useUser } from '../../lib/useUser.ts';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { FilterBar, MODIFIED } from '../../ui/FilterBar.tsx';
import filterMenu from '../../ui/FilterMenu.module.css';
import { FilterText } from '../../ui/FilterText.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { isShownBy, type PipelineSearch, searchOf } from './filters.ts';
import classes from './PipelinePage.module.css';
import { SavedViews } from './SavedViews.tsx';
import type { Pipeline } from './usePipeline.ts';

const TYPES = Object.entries(LOAN_TYPES).map(([value, label]) => ({ value, label }));

const STATUS = {
  name: 'status',
  label: 'Status',
  single: true,
  options: [
    { value: 'review', label: 'To review' },
    { value: 'idle', label: `No activity for ${IDLE_DAYS} days` },
  ],
} as const;

function MyLoans({ shown, show }: Pick<Pipeline, 'shown' | 'show'>) {
  const me = useUser().id;
  const isMine = shown.officerIds.length === 1 && shown.officerIds[0] === me;
  return (
    <UnstyledButton
      className={filterMenu.button ?? ''}
      data-active={isMine || undefined}
      aria-pressed={isMine}
      onClick={() => show({ officerIds: isMine ? [] : [me] })}
    >
      My loans
    </UnstyledButton>
  );
}

interface FilterToolsProps {
  pipeline: Pipeline;
  /** Ref of the search field, for the shortcut that focuses it. */
  field: RefObject<HTMLInputElement | null>;
}

/** The filter names Modified, Loan Stage and Loan Type come from the specification [R321]. */
function Filters({ pipeline, field }: FilterToolsProps) {
  const { shown, show, phases } = pipeline;
  const officers = useOfficers();
  useLayoutEffect(() => {
    if (isTypingKept()) field.current?.focus();
  }, [field]);
  const stages = phases?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <FilterBar<PipelineSearch>
      className={classes.filters ?? ''}
      align="center"
      search={searchOf(shown)}
      onFilter={(change) => show(isShownBy({ ...searchOf(shown), ...change }))}
      filters={[
        MODIFIED,
        { name: 'phase', label: 'Loan Stage', options: stages },
        { name: 'type', label: 'Loan Type', options: TYPES },
        STATUS,
        { name: 'officer', label: 'Loan officer', options: officers },
      ]}
      start={
        <>
          <FilterText
            inputRef={field}
            label="Loan, borrower or entity"
            value={shown.words}
            onFilter={(words = '') => show({ words })}
          />
          <MyLoans {...{ shown, show }} />
        </>
      }
    />
  );
}

const LAYOUTS = [
  { value: 'LIST', label: 'List' },
  { value: 'BOARD', label: 'Board' },
] as const;

/** Layout switch and export. */
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

export function FilterTools({ pipeline, field }: FilterToolsProps) {
  return (
    <>
      <SavedViews pipeline={pipeline} />
      <Filters {...{ pipeline, field }} />
    </>
  );
}
