import { Group, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { AdverseAction } from './AdverseAction.tsx';
import { SubjectCard } from './SubjectCard.tsx';

const route = getRouteApi('/shell/loans/$loanId/credit');
const CreditReportDialog = lazy(() => import('./CreditReportDialog.tsx'));

function Body({ loanId }: { loanId: string }) {
  const query = useCall('listCreditChecks', { params: { loanId } });
  const [reportId, setReportId] = useState<string | null>(null);
  const { data } = query;
  if (!data) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the credit checks"
        failed="The credit checks could not be loaded"
      />
    );
  }
  return (
    <>
      <Group gap="s6" wrap="nowrap" mb="md" c="dimmed">
        <IconLock size={14} stroke={1.7} style={{ flex: 'none' }} aria-hidden />
        <Text component="span" size="meta">
          Only the lender’s team on this loan sees this page. Every view of a report is logged.
        </Text>
      </Group>
      {data.subjects.length === 0 ? (
        <EmptyState title="No one to check yet">
          Add the people and businesses of this loan under Entities. Their checks appear here.
        </EmptyState>
      ) : (
        <Stack gap="md">
          {data.subjects.map((subject) => (
            <SubjectCard
              key={subject.loanEntityId}
              loanId={loanId}
              subject={subject}
              mayRun={data.abilities.run}
              onOpen={setReportId}
            />
          ))}
          {data.declined && (
            <AdverseAction loanId={loanId} subjects={data.subjects} notices={data.notices} />
          )}
        </Stack>
      )}
      {reportId !== null && (
        <Suspense fallback={null}>
          <CreditReportDialog id={reportId} onClose={() => setReportId(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Credit checks of a loan's people and businesses. For lenders. */
export function CreditPage() {
  const { loanId } = route.useParams();
  return (
    <LoanFrame loanId={loanId} tab="credit">
      {() => (
        <Page width="list">
          <Body loanId={loanId} />
        </Page>
      )}
    </LoanFrame>
  );
}
