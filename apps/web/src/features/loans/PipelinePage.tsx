import { Flex, Group } from '@mantine/core';
import { MAX_BULK_LOANS } from '@cairn/contract/constants';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { routes } from '../../lib/routes.ts';
import { useNow } from '../../lib/clock.ts';
import { dropTyped, keepTyping } from '../../lib/typeAhead.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { isFiltered } from './filters.ts';
import { LoanListView } from './LoanListView.tsx';
import classes from './PipelinePage.module.css';
import { type Section, sectionOf } from './sections.ts';
import { pipelineSentence, totalsOf } from './summary.ts';
import { type LoanList, useLoanList } from './useLoanList.ts';
import { type Pipeline, usePipeline } from './usePipeline.ts';
import { useRowSelection } from '../../lib/useRowSelection.ts';

const route = getRouteApi('/shell/loans/phases/$phase');
// Loaded lazily so that the list renders before its tools and bulk actions.
const PhaseStrip = lazy(() => import('./PhaseStrip.tsx'));
const Board = lazy(() => import('./Board.tsx'));
const tools = () => import('./PipelineTools.tsx');
const LayoutTools = lazy(async () => ({ default: (await tools()).LayoutTools }));
const FilterTools = lazy(async () => ({ default: (await tools()).FilterTools }));
const OwnLoansPage = lazy(() => import('./OwnLoansPage.tsx'));
const LoanBulkBar = lazy(() => import('./LoanBulkBar.tsx'));

function Head({ pipeline, sentence }: { pipeline: Pipeline; sentence: string }) {
  return (
    <PageHeader title={pipeline.section.title} lead={sentence}>
      <Group gap="xs" wrap="nowrap" mih={36}>
        <Suspense fallback={null}>
          <LayoutTools pipeline={pipeline} />
        </Suspense>
        <LinkButton to={routes.loanCreate}>New loan</LinkButton>
      </Group>
    </PageHeader>
  );
}

function ListOfLoans({ pipeline, list }: { pipeline: Pipeline; list: LoanList }) {
  const { section, shown, show, allPhases, phases, phasesQuery } = pipeline;
  const movable = list.loans?.filter(({ abilities }) => abilities.move).map(({ id }) => id) ?? [];
  const selection = useRowSelection(movable, MAX_BULK_LOANS);
  return (
    <>
      <LoanListView
        list={list}
        label={section.title}
        order={shown.modified === null ? shown.direction : 'modified'}
        onDirection={(direction) => show({ direction })}
        selection={movable.length > 0 ? selection : undefined}
        needs={section.servicing ? phasesQuery : undefined}
        nothing={section.servicing && phases?.length === 0}
        empty={
          isFiltered(shown)
            ? { title: 'No matching loans', text: 'Remove a filter to see more.' }
            : { title: 'Nothing here yet', text: section.empty }
        }
      />
      {selection.count > 0 && allPhases && (
        <Suspense fallback={null}>
          <LoanBulkBar selection={selection} category={section.category} phases={allPhases} />
        </Suspense>
      )}
    </>
  );
}

/** Focuses the search field. The field loads lazily, so keys that are typed before then are buffered for it. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null);
  useCommands(
    useMemo(
      () => [
        {
          label: 'Find loans by words',
          keys: '/',
          where: 'page' as const,
          run: () => (field.current ? field.current.focus() : keepTyping()),
        },
      ],
      [],
    ),
  );
  useEffect(() => dropTyped, []);
  return field;
}

function PipelineOf({ section }: { section: Section }) {
  const pipeline = usePipeline(section);
  const field = useSearchKey();
  const { shown, show, phases, shownPhases, filter, companyId } = pipeline;
  const isBoard = shown.layout === 'BOARD';
  const list = useLoanList(filter ?? { category: section.category }, filter !== null && !isBoard);
  const now = useNow();
  const totals = shownPhases && !pipeline.isCounting ? totalsOf(shownPhases) : null;
  const loaded = list.loans && !isBoard ? { loans: list.loans, hasMore: list.hasMore } : null;
  // While the phases are loading, the page reserves the space of the strip.
  const hasStrip = !phases || phases.length > 1;
  return (
    <Page>
      <Head pipeline={pipeline} sentence={pipelineSentence(totals, loaded, now)} />
      {hasStrip && !isBoard && (
        <div className={classes.phases}>
          <Suspense fallback={null}>
            <PhaseStrip
              phases={phases}
              chosen={shown.phaseIds}
              onChoose={(phaseIds) => show({ phaseIds })}
            />
          </Suspense>
        </div>
      )}
      <Flex className={classes.row} wrap="wrap" align="flex-start" gap="xs" mt="md" mb="sm">
        <Suspense fallback={null}>
          <FilterTools {...{ pipeline, field }} />
        </Suspense>
      </Flex>
      {!isBoard && <ListOfLoans pipeline={pipeline} list={list} />}
      {isBoard && phases && filter && (
        <Suspense fallback={<RowsSkeleton label="Loading the board" />}>
          <Board
            companyId={companyId}
            phases={phases}
            chosen={shown.phaseIds}
            filter={filter}
            filtered={pipeline.isCounting}
          />
        </Suspense>
      )}
    </Page>
  );
}

export function PipelinePage() {
  const { phase } = route.useParams();
  if (phase === 'mine') {
    return (
      <Suspense fallback={null}>
        <OwnLoansPage />
      </Suspense>
    );
  }
  const section = sectionOf(phase);
  if (!section) throw notFound();
  return <PipelineOf key={phase} section={section} />;
}
