import { Box, Flex, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { mayAdminister } from '../../lib/roles.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { Page } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { PlannedReminders } from './PlannedReminders.tsx';
import { ReminderPeople } from './ReminderPeople.tsx';
import { ReminderRules } from './ReminderRules.tsx';
import { SentReminders } from './SentReminders.tsx';
import { useReminders } from './useReminders.ts';

const route = getRouteApi('/shell/loans/$loanId/reminders');

function Body({ loanId, companyId }: { loanId: string; companyId: string }) {
  const query = useCall('listLoanReminders', { params: { id: loanId } });
  const actions = useReminders(loanId);
  const settingsOf = mayAdminister(useUser()) ? companyId : undefined;
  const { data: reminders } = query;
  if (!reminders) {
    return (
      <Page>
        <QueryFallback
          query={query}
          loading="Loading the reminders"
          failed="The reminders could not be loaded"
        />
      </Page>
    );
  }
  return (
    <Page>
      <Flex direction={{ base: 'column', lg: 'row' }} gap="xl" align="stretch">
        <Stack flex={1} miw={0} gap="xl">
          <PlannedReminders {...{ loanId, reminders, settingsOf, actions }} />
          <SentReminders sent={reminders.sent} />
        </Stack>
        <Box w={{ base: '100%', lg: 320 }} flex="none">
          <Stack gap="md">
            <ReminderPeople {...{ loanId, reminders, actions }} />
            <ReminderRules {...{ loanId, reminders, settingsOf }} />
          </Stack>
        </Box>
      </Flex>
    </Page>
  );
}

/** Reminders of a loan: planned ones, recipients, and sent ones. For lenders. */
export function RemindersPage() {
  const { loanId } = route.useParams();
  return (
    <LoanFrame loanId={loanId} tab="reminders">
      {(loan) => <Body loanId={loanId} companyId={loan.companyId} />}
    </LoanFrame>
  );
}
