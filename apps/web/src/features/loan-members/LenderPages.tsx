import '@mantine/core/styles/Combobox.layer.css';
import type { Loan, Party } from '@cairn/contract';
import { Button, Flex, Group, Select, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { personName } from '../../lib/format/names.ts';
import { Choice } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { LabelBoxes, useLabelBoxes } from './LabelBoxes.tsx';
import { namesOf, NEW_PERSON, NEW_PERSON_FIELDS, NewPersonFields } from './NewPersonFields.tsx';
import classes from './LoanMembers.module.css';
import { NotHere, MemberPage, useBackToPeople, usePeople, PageSkeleton } from './MemberPage.tsx';
import { LENDER_CHOICES, partIn, ROLE_NAMES, sideOf } from './memberText.ts';
import { RowList } from '../../ui/RowList.tsx';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';

const RemoveDialog = lazy(() => import('./RemoveMemberDialog.tsx'));
type LenderRole = (typeof LENDER_CHOICES)[number]['value'];
const ROLE: LenderRole = 'LENDER';

interface ColleagueProps {
  loan: Loan;
  people: Party[];
  name: string;
  error?: string | undefined;
  onChange: (userId: string | null) => void;
}

/** Selects an employee of the lender who is not a lender on this loan yet. */
function Colleague({ loan, people, ...field }: ColleagueProps) {
  const { data } = useCall('listEmployees', { params: { companyId: loan.companyId } });
  const lending = new Set(
    people.filter((party) => sideOf(party) === 'lenders').map(({ id }) => id),
  );
  const options = (data?.employees ?? [])
    .filter(({ id, status }) => ['ACTIVE', 'LOCKED'].includes(status) && !lending.has(id))
    .map((employee) => ({ value: employee.id, label: personName(employee) }));
  return (
    <Select
      {...field}
      label="Colleague"
      placeholder="Choose a person"
      searchable
      nothingFoundMessage="They’re already on this loan"
      data={options}
    />
  );
}

interface AddLenderProps {
  loan: Loan;
  people: Party[];
  mayPutLabels: boolean;
}

function AddLender({ loan, people, mayPutLabels }: AddLenderProps) {
  const [mode, setMode] = useState<'colleague' | 'outside'>('colleague');
  const back = useBackToPeople(loan.id);
  const labels = useLabelBoxes();
  const form = useCallForm('addLenderUser', {
    initialValues: { user: NEW_PERSON, userId: '', role: ROLE },
    optional: mode === 'outside' ? ['userId'] : NEW_PERSON_FIELDS,
    request: ({ user, userId, role }) => ({
      params: { id: loan.id },
      body: {
        ...(mode === 'colleague' ? { userId } : { user }),
        role,
        ...(labels.chosen.length > 0 && { labelIds: labels.chosen }),
      },
    }),
    onSuccess: (_given, party) => {
      toast.success(
        party.invitation ? 'Invitation Sent!' : `${party.displayName} added to the loan`,
      );
      back();
    },
  });
  return (
    <Form
      form={form}
      className={clsx(cardFrame, classes.card)}
      actions={
        <Group gap="xs" align="stretch">
          <Button type="submit" loading={form.busy}>
            {mode === 'colleague' ? 'Add to the loan' : 'Send invitation'}
          </Button>
          <Button variant="default" onClick={back}>
            Cancel
          </Button>
        </Group>
      }
    >
      <Segmented
        label="Who"
        value={mode}
        onChange={setMode}
        options={[
          { value: 'colleague', label: 'A colleague' },
          { value: 'outside', label: 'Someone outside the company' },
        ]}
      />
      {mode === 'colleague' ? (
        <Colleague loan={loan} people={people} {...form.field('userId')} />
      ) : (
        <NewPersonFields field={(name) => form.field(`user.${name}`)} />
      )}
      <Choice {...form.field('role')} label="Role on this loan" options={LENDER_CHOICES} />
      {mayPutLabels && <LabelBoxes loanId={loan.id} {...labels} />}
    </Form>
  );
}

export function LenderCreatePage() {
  const { loanId = '' } = useParams({ strict: false });
  const { loan, list, waiting } = usePeople(loanId);
  if (!loan || !list) return <PageSkeleton shown={waiting} />;
  if (!list.abilities.addLender) return <NotHere loanId={loanId} />;
  return (
    <MemberPage loanId={loanId} title="Add a lender" lead={loan.name}>
      <AddLender loan={loan} people={list.people} mayPutLabels={list.abilities.putLabels} />
    </MemberPage>
  );
}

/** The member's other loans. */
function OtherLoans({ loan, party }: { loan: Loan; party: Party }) {
  const { data } = useCall('listLoansOfUser', {
    params: { companyId: loan.companyId, userId: party.id },
  });
  const others = (data?.loans ?? []).filter(({ id }) => id !== loan.id);
  if (others.length === 0) return null;
  return (
    <section className={clsx(cardFrame, classes.card)} aria-label="Other loans">
      <Text component="h2" size="table" fw={600}>
        Also on {others.length === 1 ? '1 other loan' : `${others.length} other loans`}
      </Text>
      <RowList mt="xs">
        {others.slice(0, 8).map(({ id, name, loanPhase, roles }) => (
          <Flex
            component="li"
            key={id}
            wrap="wrap"
            align="baseline"
            justify="space-between"
            gap="s2 md"
            py="xs"
          >
            <Link to={routes.loan} params={{ loanId: id }} className={classes.loanName}>
              {name}
            </Link>
            <Text component="span" size="meta" c="var(--ink-3)">
              {loanPhase.name} · {roles.map((role) => ROLE_NAMES[role]).join(', ')}
            </Text>
          </Flex>
        ))}
      </RowList>
      {others.length > 8 && (
        <Text size="meta" c="var(--ink-3)">
          and {others.length - 8} more
        </Text>
      )}
    </section>
  );
}

interface EditLenderProps {
  loan: Loan;
  party: Party;
  people: Party[];
  roleId: string;
}

function EditLender({ loan, party, people, roleId }: EditLenderProps) {
  const back = useBackToPeople(loan.id);
  const [removing, setRemoving] = useState(false);
  const labels = useLabelBoxes(party);
  const isInvited = party.invitation !== null;
  const role = party.roles.find(({ loanRoleId }) => loanRoleId === roleId)?.role ?? 'LENDER';
  const form = useCallForm('editLenderUser', {
    initialValues: { ...namesOf(party), role: role as LenderRole },
    optional: isInvited ? [] : ['givenName', 'familyName'],
    request: ({ givenName, familyName, role: newRole }) => ({
      params: { id: loan.id },
      body: {
        loanRoleId: roleId,
        role: newRole,
        labelIds: labels.chosen,
        ...(isInvited && { givenName, familyName }),
      },
    }),
    onSuccess: () => {
      toast.success(`${party.displayName} saved`);
      back();
    },
  });
  return (
    <>
      <Form
        form={form}
        className={clsx(cardFrame, classes.card)}
        actions={
          <Group gap="xs" align="stretch">
            <Button type="submit" loading={form.busy}>
              Save
            </Button>
            <Button variant="default" onClick={back}>
              Cancel
            </Button>
            <Button
              variant="subtle"
              className={classes.removal ?? ''}
              onClick={() => setRemoving(true)}
            >
              {isInvited ? 'Revoke invitation' : 'Remove from the loan'}
            </Button>
          </Group>
        }
      >
        {isInvited && <NewPersonFields field={form.field} withAddress={false} />}
        <Choice {...form.field('role')} label="Role on this loan" options={LENDER_CHOICES} />
        <LabelBoxes loanId={loan.id} {...labels} />
      </Form>
      {!isInvited && <OtherLoans loan={loan} party={party} />}
      {removing && (
        <Suspense fallback={null}>
          <RemoveDialog
            loan={loan}
            party={party}
            people={people}
            onClose={() => setRemoving(false)}
            onRemoved={back}
          />
        </Suspense>
      )}
    </>
  );
}

export function LenderEditPage() {
  const { loanId = '', roleId = '' } = useParams({ strict: false });
  const { loan, list, waiting } = usePeople(loanId);
  if (!loan || !list) return <PageSkeleton shown={waiting} />;
  const party = list.people.find(({ roles }) =>
    roles.some(({ loanRoleId }) => loanRoleId === roleId),
  );
  if (!party?.abilities.edit || sideOf(party) !== 'lenders') return <NotHere loanId={loanId} />;
  return (
    <MemberPage loanId={loanId} title={party.displayName} lead={`${partIn(party)}, ${loan.name}`}>
      <EditLender key={party.id} loan={loan} party={party} people={list.people} roleId={roleId} />
    </MemberPage>
  );
}
