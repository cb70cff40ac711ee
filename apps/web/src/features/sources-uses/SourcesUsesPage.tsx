import type { Loan, SourcesUses } from '@cairn/contract';
import { totalsOf } from '@cairn/contract/sources-uses-terms';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { formatMoney } from '../../lib/format/money.ts';
import { personName } from '../../lib/format/names.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { SheetChecks } from './SheetChecks.tsx';
import { SheetGrid } from './SheetGrid.tsx';
import { SheetShares } from './SheetShares.tsx';
import { problemIn, sheetOf, typedSheet } from './sheetText.ts';

const route = getRouteApi('/shell/loans/$loanId/sources-and-uses');
const LeaveDialog = lazy(() => import('../annotator/LeaveDialog.tsx'));

function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: () => unsaved,
    disabled: !unsaved,
    withResolver: true,
  });
  return blocker.status === 'blocked' ? (
    <Suspense fallback={null}>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  ) : null;
}

const TEMPLATE_LEFT_OUT =
  'Exported without your company’s spreadsheet template, which can’t be filled in. An owner can replace it with an .xlsx file without macros.';

function lastEdit({ version, modifiedBy, modifiedDate }: SourcesUses, isBalanced: boolean): string {
  if (version === 0 || !modifiedDate)
    return 'Not saved yet. These are your company’s starting rows.';
  const name = modifiedBy && modifiedBy.emailAddress !== '' ? personName(modifiedBy) : 'The lender';
  const edited = `Last edited by ${name}, ${formatModified(modifiedDate, new Date())}.`;
  return isBalanced ? edited : `${edited} You can export it once it balances.`;
}

interface EditorProps {
  loan: Loan;
  saved: SourcesUses;
}

function SheetEditor({ loan, saved: savedSheet }: EditorProps) {
  // The sheet being edited. A newer one that a colleague saved replaces it only while there are no unsaved changes.
  const [base, setBase] = useState(savedSheet);
  const [draft, setDraft] = useState(() => typedSheet(savedSheet));
  const [isChanged, setChanged] = useState(false);
  if (savedSheet.version !== base.version && !isChanged) {
    setBase(savedSheet);
    setDraft(typedSheet(savedSheet));
  }
  const save = useAction('saveSourcesUses');
  const keepRows = useAction('saveSourcesUsesTemplate');
  const params = { loanId: loan.id };
  const sheet = sheetOf(draft);
  const totals = totalsOf(sheet);
  const problem = problemIn(draft);
  const { write, saveTemplate } = savedSheet.abilities;
  const submit = () =>
    save.mutate(
      { params, body: { ...sheet, version: base.version } },
      {
        onSuccess: (saved) => {
          setBase(saved);
          setDraft(typedSheet(saved));
          setChanged(false);
          toast.success('Sources and uses saved');
        },
      },
    );
  return (
    <>
      <LeaveGuard unsaved={isChanged && !save.isPending} />
      <PageHeader
        title="Sources and uses"
        lead={isChanged ? 'Not saved yet.' : lastEdit(savedSheet, totals.isBalanced)}
      >
        <Group gap="xs">
          <output>
            {totals.isBalanced ? (
              <StatusChip hue="green" icon={IconCircleCheck} label="Balanced" />
            ) : (
              <StatusChip
                hue="orange"
                icon={IconAlertTriangle}
                label={
                  totals.totalUses === 0 ? 'No amounts yet' : `Off by ${formatMoney(totals.offBy)}`
                }
              />
            )}
          </output>
          {base.version > 0 && !isChanged && totals.isBalanced && (
            <ExportButton
              call="exportSourcesUses"
              body={{ loanId: loan.id }}
              onOrdered={({ template }) => {
                if (template === 'UNUSABLE') toast.info(TEMPLATE_LEFT_OUT);
              }}
            />
          )}
          {saveTemplate && base.version > 0 && !isChanged && (
            <Button
              variant="default"
              loading={keepRows.isPending}
              onClick={() =>
                keepRows.mutate(
                  { params },
                  { onSuccess: () => toast.success('New loans start with these rows') },
                )
              }
            >
              Use as template
            </Button>
          )}
          {write && (
            <Button
              loading={save.isPending}
              disabled={!isChanged || problem !== undefined}
              onClick={submit}
            >
              Save
            </Button>
          )}
        </Group>
      </PageHeader>
      {savedSheet.version > base.version && isChanged && (
        <Group gap="xs" mb="md" role="alert">
          <Text size="table" c="var(--orange-fg)">
            Someone else saved this sheet while you were editing.
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => setChanged(false)}>
            Discard mine and load theirs
          </Button>
        </Group>
      )}
      {isChanged && problem && (
        <Text role="alert" size="table" c="var(--red-fg)" mb="md">
          {problem}
        </Text>
      )}
      <Flex direction={{ base: 'column', lg: 'row' }} align="start" gap="lg">
        <Box flex={1} w="100%" miw={0}>
          <SheetShares sources={sheet.sources} />
          <SheetGrid
            loanId={loan.id}
            sheet={draft}
            totals={totals}
            readOnly={!write}
            onChange={(next) => {
              setDraft(next);
              setChanged(true);
            }}
          />
          <Text size="meta" c="dimmed" mt="xs">
            Amounts in US dollars
          </Text>
        </Box>
        <SheetChecks sheet={sheet} totals={totals} loanAmount={loan.amount} />
      </Flex>
    </>
  );
}

function Body({ loan }: { loan: Loan }) {
  const query = useCall('getSourcesUses', { params: { loanId: loan.id } });
  return query.data ? (
    <SheetEditor loan={loan} saved={query.data} />
  ) : (
    <QueryFallback
      query={query}
      loading="Loading sources and uses"
      failed="Sources and uses could not be loaded"
    />
  );
}

/** Sources and uses of a loan. For lenders. */
export function SourcesUsesPage() {
  const { loanId } = route.useParams();
  return (
    <LoanFrame loanId={loanId} tab="sources-and-uses">
      {(loan) => (
        <Page>
          <Body loan={loan} />
        </Page>
      )}
    </LoanFrame>
  );
}
