import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { DeliveryTable } from '../deliveries/DeliveryTable.tsx';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';

const route = getRouteApi('/shell/loans/$loanId/deliveries');

type Shown = 'all' | 'undelivered';
const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'undelivered', label: 'Not delivered' },
] as const;

function useDeliveries(loanId: string, shown: Shown) {
  const request = { params: { id: loanId }, query: { undelivered: shown === 'undelivered' } };
  return useInfiniteQuery({
    queryKey: callKey('listDeliveries', request),
    queryFn: ({ pageParam, signal }) =>
      send(
        'listDeliveries',
        { ...request, query: { ...request.query, cursor: pageParam } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

const nothingYet = (shown: Shown) =>
  shown === 'all' ? (
    <EmptyState title="No emails or texts yet">
      They are listed here when people on this loan are notified.
    </EmptyState>
  ) : (
    <EmptyState title="Everything was delivered">
      Emails and texts that bounce are listed here.
    </EmptyState>
  );

function Body({ loanId }: { loanId: string }) {
  const [shown, setShown] = useState<Shown>('all');
  const query = useDeliveries(loanId, shown);
  const { data } = query;
  return (
    <Page>
      <PageHeader
        back={
          <BackLink to={routes.loan} params={{ loanId }}>
            Overview
          </BackLink>
        }
        title="Emails and texts"
        lead="What was sent about this loan in the last 90 days, and whether it arrived."
      >
        <Segmented label="Show" options={SHOWN} value={shown} onChange={setShown} />
      </PageHeader>
      <DeliveryTable
        loanId={loanId}
        rows={data?.pages.flatMap(({ deliveries }) => deliveries)}
        maySendAgain={data?.pages[0]?.abilities.sendAgain ?? false}
        empty={nothingYet(shown)}
        fallback={
          <QueryFallback
            query={query}
            loading="Loading the emails and texts"
            failed="The emails and texts could not be loaded"
          />
        }
      />
      <ShowMore list={query} display="block" mx="auto" my="md">
        Show older
      </ShowMore>
    </Page>
  );
}

/** The emails and texts about a loan with their delivery state. For the lender's employees. */
export function LoanDeliveriesPage() {
  const { loanId } = route.useParams();
  return <LoanFrame loanId={loanId}>{() => <Body loanId={loanId} />}</LoanFrame>;
}
