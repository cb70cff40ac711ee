import type { Application } from '@cairn/contract';
import { Box, Button, Group, NativeSelect, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HeaderSkeleton, RowsSkeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { FieldGrid } from '../../ui/Card.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import classes from './NeedsList.module.css';
import { Plan } from './Plan.tsx';

const route = getRouteApi('/shell/loans/$loanId/template');

type Way = 'add' | 'renew';
const WAYS = [
  { value: 'renew', label: 'Update' },
  { value: 'add', label: 'Add missing requests only' },
];

/** Preview and apply use the same call, with and without dryRun. */
function useOrder(loanId: string, way: Way, templateId: string, loanEntityId: string) {
  const add = useAction('applyTemplate');
  const loan = useAction('applyNewTemplateToExistingLoan');
  const entity = useAction('applyNewTemplateToExistingEntity');
  const sendTemplate = (dryRun: boolean, fingerprint?: string): Promise<Application> => {
    const order = { loanId, templateId, dryRun, ...(fingerprint && { fingerprint }) };
    if (way === 'add') {
      return add.mutateAsync({ body: { ...order, ...(loanEntityId && { loanEntityId }) } });
    }
    return loanEntityId
      ? entity.mutateAsync({ body: { ...order, loanEntityId } })
      : loan.mutateAsync({ body: order });
  };
  return { put: sendTemplate, busy: add.isPending || loan.isPending || entity.isPending };
}

function Ordering({ loanId, current }: { loanId: string; current: string }) {
  const navigate = useNavigate();
  const templates = useCall('listTemplates', { query: {} });
  const entities = useCall('listLoanEntities', { params: { id: loanId } });
  const [way, setWay] = useState<Way>('renew');
  const [templateId, setTemplateId] = useState(current);
  const [about, setAbout] = useState('');
  const [plan, setPlan] = useState<Application | null>(null);
  const { put: applyTemplate, busy } = useOrder(loanId, way, templateId, about);
  // Any change of the form makes the preview outdated.
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
      setPlan(await applyTemplate(true));
    } catch {
      // The call has already shown a toast.
    }
  };
  const apply = async () => {
    try {
      const { totals } = await applyTemplate(false, plan?.fingerprint);
      toast.success(`Template applied: ${totals.added} requested`);
      void navigate({ to: routes.loan, params: { loanId }, search: { view: 'package' } });
    } catch {
      // The call has already shown a toast. The preview is outdated, so it must be requested again.
      setPlan(null);
    }
  };
  return (
    <Box p="s20" bd="var(--border)" bdrs="lg" bg="var(--surface)">
      <FieldGrid>
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
              ? 'Adds new requests, updates requests that weren’t edited by hand, and removes requests that are no longer needed.'
              : 'Existing requests don’t change.'
          }
          style={{ gridColumn: '1 / -1' }}
          data={WAYS}
          value={way}
          onChange={({ currentTarget }) => choose(() => setWay(currentTarget.value as Way))}
        />
      </FieldGrid>
      {plan && (
        <>
          <h2 className={classes.heading}>Changes</h2>
          <Plan plan={plan} />
        </>
      )}
      <Group align="stretch" wrap="nowrap" gap="xs" mt="lg">
        {plan ? (
          <Button loading={busy} onClick={() => void apply()}>
            Apply
          </Button>
        ) : (
          <Button loading={busy} disabled={templateId === ''} onClick={() => void look()}>
            Preview changes
          </Button>
        )}
      </Group>
    </Box>
  );
}

export function ApplyTemplatePage() {
  const { loanId } = route.useParams();
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const rules = useCall('listSuggestions', { params: { id: loanId } });
  throwUnlessRefused(loan, rules);
  const template = rules.data?.template;
  return (
    <Box
      maw={860}
      px={{ base: 'var(--layout-mobileGutter)', wide: 'var(--layout-gutter)' }}
      pt={{ base: 20, wide: 28 }}
      pb={{ base: 'xl', wide: 48 }}
    >
      <BackLink to={routes.loan} params={{ loanId }}>
        {loan.data?.name ?? 'The loan'}
      </BackLink>
      <Box mt="s2" mb="s4">
        <PageTitle>Apply a template</PageTitle>
      </Box>
      <Text size="body" mb="s20" c="var(--ink-2)">
        {template
          ? `Made from ${template.name}, version ${template.version}${
              template.newestVersion > template.version
                ? `; version ${template.newestVersion} is available`
                : ''
            }.`
          : rules.data && 'This loan was made without a template.'}
      </Text>
      {rules.isError ? (
        <EmptyState title="Only lenders on this loan can apply templates." />
      ) : rules.data && loan.data ? (
        <Ordering loanId={loanId} current={template?.id ?? ''} />
      ) : (
        <>
          <HeaderSkeleton />
          <RowsSkeleton label="Loading the loan" />
        </>
      )}
    </Box>
  );
}
