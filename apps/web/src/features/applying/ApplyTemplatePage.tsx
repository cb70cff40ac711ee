import type { Application } from '@cairn/contract';
import { Button, NativeSelect } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { HeaderSkeleton, RowsSkeleton } from '../../kit/Skeleton.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../loans/useLeaveWhenRefused.ts';
import classes from './Applying.module.css';
import { Plan } from './Plan.tsx';

const route = getRouteApi('/shell/loans/$loanId/template');

type Way = 'add' | 'renew';
const WAYS = [
  { value: 'renew', label: 'Bring up to date' },
  { value: 'add', label: 'Only add what is missing' },
];

/** Looked at first, then done: the same order with and without dryRun. */
function useOrder(loanId: string, way: Way, templateId: string, loanEntityId: string) {
  const add = useAction('applyTemplate');
  const loan = useAction('applyNewTemplateToExistingLoan');
  const entity = useAction('applyNewTemplateToExistingEntity');
  const put = (dryRun: boolean, fingerprint?: string): Promise<Application> => {
    const order = { loanId, templateId, dryRun, ...(fingerprint && { fingerprint }) };
    if (way === 'add') {
      return add.mutateAsync({ body: { ...order, ...(loanEntityId && { loanEntityId }) } });
    }
    return loanEntityId
      ? entity.mutateAsync({ body: { ...order, loanEntityId } })
      : loan.mutateAsync({ body: order });
  };
  return { put, busy: add.isPending || loan.isPending || entity.isPending };
}

function Ordering({ loanId, current }: { loanId: string; current: string }) {
  const navigate = useNavigate();
  const templates = useCall('listTemplates', { query: {} });
  const entities = useCall('listLoanEntities', { params: { id: loanId } });
  const [way, setWay] = useState<Way>('renew');
  const [templateId, setTemplateId] = useState(current);
  const [about, setAbout] = useState('');
  const [plan, setPlan] = useState<Application | null>(null);
  const { put, busy } = useOrder(loanId, way, templateId, about);
  // What was shown was about another order.
  const choose = (change: () => void) => {
    setPlan(null);
    change();
  };

  const all = Object.values(templates.data?.templates ?? {})
    .flat()
    .filter(
      ({ publishedVersion, blockType }) => publishedVersion > 0 && (about || blockType === 'LOAN'),
    );
  const look = async () => {
    try {
      setPlan(await put(true));
    } catch {
      // Said by a toast.
    }
  };
  const apply = async () => {
    try {
      const { totals } = await put(false, plan?.fingerprint);
      toast.success(`The template is applied: ${totals.added} asked for`);
      void navigate({ to: routes.loan, params: { loanId }, search: { view: 'package' } });
    } catch {
      // Said by a toast; what would change is looked at again.
      setPlan(null);
    }
  };
  return (
    <div className={classes.card}>
      <div className={classes.form}>
        <NativeSelect
          label="For"
          data={[
            { value: '', label: 'The whole loan' },
            ...(entities.data?.loanEntities ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
            })),
          ]}
          value={about}
          onChange={({ currentTarget }) => choose(() => setAbout(currentTarget.value))}
        />
        <NativeSelect
          label="Template"
          data={[
            { value: '', label: 'Choose a template' },
            ...all.map(({ id, name, publishedVersion }) => ({
              value: id,
              label: `${name}, version ${publishedVersion}${id === current ? ' (this loan’s)' : ''}`,
            })),
          ]}
          value={templateId}
          onChange={({ currentTarget }) => choose(() => setTemplateId(currentTarget.value))}
        />
        <NativeSelect
          label="How"
          description={
            way === 'renew'
              ? 'Adds what is new, changes what nobody changed by hand, and takes back what is not asked for any more.'
              : 'Nothing that is there changes.'
          }
          className={classes.wide ?? ''}
          data={WAYS}
          value={way}
          onChange={({ currentTarget }) => choose(() => setWay(currentTarget.value as Way))}
        />
      </div>
      {plan && (
        <>
          <h2 className={classes.heading}>This would change</h2>
          <Plan plan={plan} />
        </>
      )}
      <div className={classes.actions}>
        {plan ? (
          <Button loading={busy} onClick={() => void apply()}>
            Apply
          </Button>
        ) : (
          <Button loading={busy} disabled={templateId === ''} onClick={() => void look()}>
            Show what changes
          </Button>
        )}
      </div>
    </div>
  );
}

export function ApplyTemplatePage() {
  const { loanId } = route.useParams();
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const rules = useCall('listSuggestions', { params: { id: loanId } });
  throwUnlessRefused(loan, rules);
  const made = rules.data?.template;
  return (
    <div className={classes.page}>
      <Link to={routes.loan} params={{ loanId }} className={classes.back}>
        <IconArrowLeft size={15} stroke={1.7} aria-hidden /> {loan.data?.name ?? 'The loan'}
      </Link>
      <h1 className={classes.title}>Apply a template</h1>
      <p className={classes.lead}>
        {made
          ? `Made from ${made.name}, version ${made.version}${
              made.newestVersion > made.version ? `; version ${made.newestVersion} is there` : ''
            }.`
          : rules.data && 'This loan was made without a template.'}
      </p>
      {rules.isError ? (
        <EmptyState title="Only those who lend on this loan apply templates to it." />
      ) : rules.data && loan.data ? (
        <Ordering loanId={loanId} current={made?.id ?? ''} />
      ) : (
        <>
          <HeaderSkeleton />
          <RowsSkeleton label="Loading the loan" />
        </>
      )}
    </div>
  );
}
