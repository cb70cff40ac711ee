import type { Loan, Party } from '@cairn/contract';
import { Button, Drawer, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { mayAdminister } from '../../lib/roles.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { findStopped } from '../deliveries/deliveryText.ts';
import classes from './LoanMembers.module.css';
import { MemberRow } from './MemberRow.tsx';
import { usePutLabels } from './usePutLabels.ts';
import { type Side, sideOf } from './memberText.ts';
import { RowList } from '../../ui/RowList.tsx';

const AddBorrowerDialog = lazy(() => import('./AddBorrowerDialog.tsx'));
const RemoveDialog = lazy(() => import('./RemoveMemberDialog.tsx'));
const EditBorrowerDialog = lazy(() => import('./EditBorrowerDialog.tsx'));

const SECTIONS: readonly [Side, string][] = [
  ['lenders', 'Lenders'],
  ['borrowers', 'Borrowers'],
  ['contacts', 'Contacts'],
];

/** The dialog that is open instead of the list. */
type Asking = { what: 'add' } | { what: 'remove' | 'edit'; party: Party };

interface SectionProps {
  title: string;
  add: ReactNode;
  children: ReactNode;
}

function Section({ title, add, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <Group
        component="header"
        className={classes.sectionHead}
        gap={0}
        wrap="nowrap"
        justify="space-between"
        mih={32}
      >
        <Text component="h3" size="table" fw={600}>
          {title}
        </Text>
        {add}
      </Group>
      {children}
    </section>
  );
}

const addButton = {
  variant: 'subtle',
  size: 'compact-xs',
  leftSection: <IconPlus size={14} stroke={1.9} aria-hidden />,
} as const;

interface PeopleDrawerProps {
  loan: Loan;
  opened: boolean;
  onClose: () => void;
  /** Opens the invitation dialog directly, without showing the list first. */
  inviting: boolean;
  onInvited: () => void;
}

/** All loan members, including invited people, with their actions. */
export default function MembersDrawer(props: PeopleDrawerProps) {
  const { loan, opened, onClose, inviting, onInvited } = props;
  const query = useCall('listParties', { params: { id: loan.id } });
  const { data } = query;
  const user = useUser();
  const delivery = useCall(
    'listStoppedAddresses',
    { params: { id: loan.id } },
    { enabled: mayAdminister(user) },
  );
  const putLabels = usePutLabels(loan.id);
  const [openDialog, setOpenDialog] = useState<Asking | null>(null);
  const asking: Asking | null = inviting ? { what: 'add' } : openDialog;
  const closeDialog = () => {
    setOpenDialog(null);
    onInvited();
  };
  const people = data?.people ?? [];
  const params = { loanId: loan.id };

  const adds: Record<Side, ReactNode> = {
    lenders: data?.abilities.addLender && (
      <Button
        {...addButton}
        aria-label="Add a lender"
        renderRoot={(root) => <Link {...root} to={routes.lenderCreate} params={params} />}
      >
        Add
      </Button>
    ),
    borrowers: data?.abilities.addBorrower && (
      <Button
        {...addButton}
        aria-label="Invite a borrower"
        onClick={() => setOpenDialog({ what: 'add' })}
      >
        Invite
      </Button>
    ),
    contacts: data?.abilities.addContact && (
      <Button
        {...addButton}
        aria-label="Add a contact"
        renderRoot={(root) => <Link {...root} to={routes.keyContactCreate} params={params} />}
      >
        Add
      </Button>
    ),
  };

  return (
    <>
      <Drawer
        // Only one dialog is open at a time. The list reopens when the other dialog closes.
        opened={opened && asking === null}
        onClose={onClose}
        size={440}
        title="People"
        closeButtonProps={{ 'aria-label': 'Close people' }}
      >
        {!data && (
          <QueryFallback
            query={query}
            loading="Loading the people"
            failed="The people could not be loaded"
            rows={4}
          />
        )}
        {data &&
          SECTIONS.map(([side, title]) => {
            const members = people.filter((party) => sideOf(party) === side);
            if (members.length === 0 && !adds[side]) return null;
            return (
              <Section key={side} title={title} add={adds[side]}>
                <RowList aria-label={`${title} on this loan`}>
                  {members.map((party) => (
                    <MemberRow
                      key={party.id}
                      party={party}
                      loanId={loan.id}
                      stopped={findStopped(party, delivery.data?.stopped ?? [])}
                      mayTryAgain={delivery.data?.abilities.sendAgain ?? false}
                      onPut={data.abilities.putLabels ? (ids) => putLabels(party, ids) : undefined}
                      onEdit={() => setOpenDialog({ what: 'edit', party })}
                      onRemove={() => setOpenDialog({ what: 'remove', party })}
                    />
                  ))}
                </RowList>
                {members.length === 0 && (
                  <Text size="table" py="sm" px={0} c="var(--ink-3)">
                    No one yet.
                  </Text>
                )}
              </Section>
            );
          })}
      </Drawer>
      <Suspense fallback={null}>
        {asking?.what === 'add' && data && (
          <AddBorrowerDialog
            loanId={loan.id}
            mayChoose={data.abilities.chooseBorrower}
            mayPutLabels={data.abilities.putLabels}
            people={people}
            onClose={closeDialog}
          />
        )}
        {asking?.what === 'edit' && (
          <EditBorrowerDialog loanId={loan.id} party={asking.party} onClose={closeDialog} />
        )}
        {asking?.what === 'remove' && (
          <RemoveDialog loan={loan} party={asking.party} people={people} onClose={closeDialog} />
        )}
      </Suspense>
    </>
  );
}
