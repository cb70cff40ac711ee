import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconBuildingBank, IconChevronRight } from '@tabler/icons-react';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { forgetUser } from '../../lib/forgetUser.ts';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader, PageTitle } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import {
  LoanTaskLists,
  thingsLeft,
  useLoansWithTasks,
  useLoanTasks,
} from '../home/ApplicantHome.tsx';
import { headline } from '../home/tasks.ts';
import { ApplicationCards } from '../loan-applications/ApplicationCards.tsx';
import { useApplicationPages } from '../loan-applications/useApplicationPages.ts';
import { useLoanList } from '../loans/useLoanList.ts';
import { ProfileForm } from '../users/ProfileForm.tsx';
import classes from './Portal.module.css';
import { PortalFrame } from './PortalFrame.tsx';
import { Contact } from './PortalLanding.tsx';
import { WithPortal } from './WithPortal.tsx';

const ICON = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** The user's lenders. With only one, the page redirects to its tasks. */
export function PortalListPage() {
  const query = useCall('listCompaniesForBorrower', {});
  const companies = query.data?.companies;
  const [first, second] = companies ?? [];
  if (first && !second) {
    return <Navigate to={routes.portalTasks} params={{ lenderId: first.id }} replace />;
  }
  return (
    <Page width="narrow">
      <PageHeader title="Your lenders" lead="Choose a lender to see what it needs from you." />
      <QueryFallback
        query={query}
        loading="Loading your lenders"
        failed="Your lenders could not be loaded"
      />
      {companies?.length === 0 && (
        <EmptyState title="No lenders yet">
          A lender appears here once it invites you, or once you apply for a loan.
        </EmptyState>
      )}
      <ul aria-label="Your lenders">
        {companies?.map(({ id, name }) => (
          <li key={id}>
            <Link to={routes.portalTasks} params={{ lenderId: id }} className={classes.card ?? ''}>
              <IconBuildingBank {...ICON} />
              <span>{name}</span>
              <IconChevronRight {...ICON} />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

const toHome = (
  <Link to={routes.home} className={classes.barLink ?? ''}>
    All my loans
  </Link>
);

function Heading({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <header>
      <PageTitle>{title}</PageTitle>
      <Text c="var(--ink-2)" fz="bodyBorrower" lh="1.5rem" mt="s4" mb="lg">
        {lead}
      </Text>
    </header>
  );
}

/** First page after accepting an invitation: how the lender can reach the person. */
export function PortalContactPage() {
  const { lenderId } = useParams({ from: `/shell${routes.portalContact}` });
  const loggedInUser = useUser();
  const { data: user = loggedInUser } = useCall('getLoggedUser', {});
  const navigate = useNavigate();
  return (
    <WithPortal lenderId={lenderId}>
      {(portal) => (
        <PortalFrame portal={portal} action={toHome}>
          <Heading
            title="Your contact details"
            lead={`So that ${portal.name} can reach you about your loan.`}
          />
          <ProfileForm
            user={user}
            submit="Save and continue"
            onSaved={() => void navigate({ to: routes.portalTasks, params: { lenderId } })}
          />
          <Contact portal={portal} />
        </PortalFrame>
      )}
    </WithPortal>
  );
}

/** A borrower's tasks for one lender, across all their loans there. */
function LenderTasks({ lenderId }: { lenderId: string }) {
  const user = useUser();
  const list = useLoanList({});
  const loans = (list.loans ?? []).filter(({ loanPhase }) => loanPhase.lenderId === lenderId);
  const perLoan = useLoanTasks(useLoansWithTasks(loans, LOANS_SHOWN).shown, user.id);
  const applies = user.roleLevel !== 'CONTACT';
  const applications = useApplicationPages('listApplications', { query: { lenderId } }, applies);
  const open = (applications.applications ?? []).filter(
    ({ state }) => state !== 'ACCEPTED' && state !== 'WITHDRAWN',
  );
  const isKnown =
    list.loans !== undefined &&
    perLoan.every(({ tasks }) => tasks !== null) &&
    (!applies || applications.applications !== undefined);
  if (!isKnown) {
    const parts = [list, ...perLoan.map(({ query }) => query), ...(applies ? [applications] : [])];
    return (
      // As tall as the window, so that loading tasks do not shift the content below.
      <Box mih="100dvh">
        <QueryFallback
          query={combine(parts)}
          loading="Loading your tasks"
          failed="Your tasks could not be loaded"
        />
      </Box>
    );
  }
  const left = thingsLeft(perLoan);
  const hasMore = loans.length > LOANS_SHOWN || list.hasMore;
  return (
    <>
      <Heading
        title={
          left === 0 && hasMore ? 'Nothing left on these loans' : headline(user.givenName, left)
        }
        lead={left === 0 ? 'New requests will appear here.' : 'A phone photo is fine.'}
      />
      {open.length > 0 && (
        <Box component="section" mb="s28" aria-label="Your applications">
          <h2 className={classes.heading}>Your applications</h2>
          <ApplicationCards applications={open} />
        </Box>
      )}
      <LoanTaskLists perLoan={perLoan} />
      {hasMore && (
        <Link to={routes.home} className={classes.barLink ?? ''}>
          See all your loans
        </Link>
      )}
    </>
  );
}
/** Each loan needs a request of its own. The home page lists the others. */
const LOANS_SHOWN = 10;

type Loaded = Parameters<typeof QueryFallback>[0]['query'];

const combine = (queries: readonly Loaded[]): Loaded => ({
  isPending: queries.some(({ isPending }) => isPending),
  isError: queries.some(({ isError }) => isError),
  refetch: () =>
    Promise.all(queries.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
});

export function PortalTasksPage() {
  const { lenderId } = useParams({ from: `/shell${routes.portalTasks}` });
  const params = { lenderId };
  return (
    <WithPortal lenderId={lenderId}>
      {(portal) => (
        <PortalFrame portal={portal} action={toHome}>
          <LenderTasks lenderId={lenderId} />
          <Group gap="lg" mt="lg">
            <Link to={routes.portalContact} params={params} className={classes.barLink ?? ''}>
              Your contact details
            </Link>
            <Link to={routes.portalExit} params={params} className={classes.barLink ?? ''}>
              Finish for now
            </Link>
          </Group>
          <Contact portal={portal} />
        </PortalFrame>
      )}
    </WithPortal>
  );
}

/** Last page of a visit. It confirms that everything is saved, and offers to log out on a shared computer. */
export function PortalExitPage() {
  const { lenderId } = useParams({ from: `/shell${routes.portalExit}` });
  const params = { lenderId };
  const logout = useAction('logout');
  const leave = () => {
    forgetUser();
    // Loads a new document, so that no data of the user stays in memory.
    window.location.assign(routes.portal.replace('$lenderId', lenderId));
  };
  return (
    <WithPortal lenderId={lenderId}>
      {(portal) => (
        <PortalFrame portal={portal}>
          <Heading
            title="You’re done for now"
            lead={`Everything you sent to ${portal.name} is saved. We’ll email you when something else is needed.`}
          />
          <Stack gap="sm">
            <Button
              size="md"
              loading={logout.isPending}
              onClick={() => logout.mutate({}, { onSuccess: leave })}
            >
              Log out
            </Button>
            <Button
              size="md"
              variant="default"
              renderRoot={(root) => <Link {...root} to={routes.portalTasks} params={params} />}
            >
              Back to your tasks
            </Button>
          </Stack>
          <Contact portal={portal} />
        </PortalFrame>
      )}
    </WithPortal>
  );
}
