import { pipelineCompany } from '../../lib/roles.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { LoanListView } from './LoanListView.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useLoanList } from './useLoanList.ts';

/**
 * A start date before all loans makes the server sort by latest change. The default order by close date would start
 * with loans that closed years ago, because the list includes the portfolio stage.
 */
const CHANGED_SINCE = new Date(0).toISOString();

/** The loans that the current lender works on, in all stages except the archive. */
export default function OwnLoansPage() {
  const user = useUser();
  const companyId = pipelineCompany(user)?.id ?? '';
  const phases = useCall('listPhases', { params: { companyId } });
  const phaseId = (phases.data?.phases ?? [])
    .filter(({ category }) => category !== 'ARCHIVE')
    .map(({ id }) => id);
  const list = useLoanList(
    { officerId: [user.id], phaseId, modifiedSince: CHANGED_SINCE },
    phaseId.length > 0,
  );
  return (
    <Page>
      <PageHeader title="My Loans" lead="Loans you work on, at every stage before the archive." />
      <LoanListView
        list={list}
        label="My Loans"
        order="modified"
        needs={phases}
        nothing={phases.data !== undefined && phaseId.length === 0}
        empty={{ title: 'No loans yet', text: 'Loans you work on appear here.' }}
      />
    </Page>
  );
}
