import '@mantine/core/styles/Combobox.layer.css';
import type { Loan, Party } from '@cairn/contract';
import { Button, Select } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../app/routes.ts';
import { personName } from '../../format/names.ts';
import { Choice, fieldClasses } from '../../kit/Field.tsx';
import { Segmented } from '../../kit/Segmented.tsx';
import { toast } from '../../kit/toast.ts';
import { useCall } from '../../kit/useCall.ts';
import { Notice, Notices } from '../identity/AuthFields.tsx';
import { useAuthForm } from '../identity/useAuthForm.ts';
import { LabelBoxes, useLabelBoxes } from './LabelBoxes.tsx';
import { NewPersonFields } from './NewPersonFields.tsx';
import classes from './Parties.module.css';
import { NotHere, PartyPage, useBackToPeople, usePeople, Waiting } from './PartyPage.tsx';
import { LENDER_CHOICES, partIn, ROLE_NAMES, sideOf } from './words.ts';

const RemoveDialog = lazy(() => import('./RemoveDialog.tsx'));
type LenderRole = (typeof LENDER_CHOICES)[number]['value'];
const PERSON = ['user.givenName', 'user.familyName', 'user.emailAddress'] as const;

/** Those who work for the lender and do not lend on this loan yet. */
function Colleague({ loan, people, error }: { loan: Loan; people: Party[]; error?: string }) {
  const { data } = useCall('listEmployees', { params: { companyId: loan.companyId } });
  const lending = new Set(
    people.filter((party) => sideOf(party) === 'lenders').map(({ id }) => id),
  );
  const options = (data?.employees ?? [])
    .filter(({ id, status }) => ['ACTIVE', 'LOCKED'].includes(status) && !lending.has(id))
    .map((employee) => ({ value: employee.id, label: personName(employee) }));
  return (
    <Select
      name="userId"
      label="Colleague"
      placeholder="Choose somebody"
      classNames={fieldClasses}
      searchable
      nothingFoundMessage="Everybody of that name lends on it already"
      data={options}
      error={error}
    />
  );
}

function AddLender({ loan, people }: { loan: Loan; people: Party[] }) {
  const [mode, setMode] = useState<'colleague' | 'outside'>('colleague');
  const back = useBackToPeople(loan.id);
  const { form, fieldErrors, message, running, submit } = useAuthForm('addLenderUser', {
    fields: mode === 'outside' ? ([...PERSON, 'role'] as const) : (['userId', 'role'] as const),
    request: (given: Record<string, string>) => ({
      params: { id: loan.id },
      body: {
        ...(mode === 'colleague'
          ? { userId: given['userId'] ?? '' }
          : {
              user: {
                givenName: given['user.givenName'] ?? '',
                familyName: given['user.familyName'] ?? '',
                emailAddress: given['user.emailAddress'] ?? '',
              },
            }),
        role: given['role'] as LenderRole,
      },
    }),
    done: (_given, party) => {
      toast.success(party.invitation ? 'Invitation Sent!' : `${party.displayName} is on the loan`);
      back();
    },
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.card}>
      <div className={classes.form}>
        <Segmented
          label="Who"
          value={mode}
          onChange={setMode}
          options={[
            { value: 'colleague', label: 'A colleague' },
            { value: 'outside', label: 'Somebody from outside' },
          ]}
        />
        {mode === 'colleague' ? (
          <Colleague
            loan={loan}
            people={people}
            {...(fieldErrors['userId'] && { error: fieldErrors['userId'] })}
          />
        ) : (
          <NewPersonFields prefix="user" fieldErrors={fieldErrors} />
        )}
        <Choice name="role" label="Role on this loan" initial="LENDER" options={LENDER_CHOICES} />
        <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      </div>
      <div className={classes.pageActions}>
        <Button type="submit" loading={running}>
          {mode === 'colleague' ? 'Add to the loan' : 'Send invitation'}
        </Button>
        <Button variant="default" onClick={back}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export function LenderCreatePage() {
  const { loanId = '' } = useParams({ strict: false });
  const { loan, list, waiting } = usePeople(loanId);
  if (!loan || !list) return <Waiting shown={waiting} />;
  if (!list.abilities.addLender) return <NotHere loanId={loanId} />;
  return (
    <PartyPage loanId={loanId} title="Add a lender" lead={loan.name}>
      <AddLender loan={loan} people={list.people} />
    </PartyPage>
  );
}

/** Where else somebody has a part: what they know, and what they have to do. */
function OtherLoans({ loan, party }: { loan: Loan; party: Party }) {
  const { data } = useCall('listLoansOfUser', {
    params: { companyId: loan.companyId, userId: party.id },
  });
  const others = (data?.loans ?? []).filter(({ id }) => id !== loan.id);
  if (others.length === 0) return null;
  return (
    <section className={classes.card} aria-label="Other loans">
      <h2 className={classes.heading}>
        Also on {others.length === 1 ? '1 other loan' : `${others.length} other loans`}
      </h2>
      <ul className={classes.loans}>
        {others.slice(0, 8).map(({ id, name, loanPhase, roles }) => (
          <li key={id}>
            <Link to={routes.loan} params={{ loanId: id }} className={classes.loanName}>
              {name}
            </Link>
            <span className={classes.when}>
              {loanPhase.name} · {roles.map((role) => ROLE_NAMES[role]).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {others.length > 8 && <p className={classes.when}>and {others.length - 8} more</p>}
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
  const asked = party.invitation !== null;
  const { form, fieldErrors, message, running, submit } = useAuthForm('editLenderUser', {
    fields: asked ? (['user.givenName', 'user.familyName', 'role'] as const) : (['role'] as const),
    request: (given: Record<string, string>) => ({
      params: { id: loan.id },
      body: {
        loanRoleId: roleId,
        role: given['role'] as LenderRole,
        ...(asked
          ? { givenName: given['user.givenName'], familyName: given['user.familyName'] }
          : { labelIds: labels.chosen }),
      },
    }),
    done: () => {
      toast.success(`${party.displayName} is saved`);
      back();
    },
  });
  const role = party.roles.find(({ loanRoleId }) => loanRoleId === roleId)?.role ?? 'LENDER';
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className={classes.card}>
        <div className={classes.form}>
          {asked && (
            <NewPersonFields
              prefix="user"
              initial={party}
              fieldErrors={fieldErrors}
              withAddress={false}
            />
          )}
          <Choice name="role" label="Role on this loan" initial={role} options={LENDER_CHOICES} />
          {!asked && <LabelBoxes loanId={loan.id} {...labels} />}
          <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
        </div>
        <div className={classes.pageActions}>
          <Button type="submit" loading={running}>
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
            {asked ? 'Take the invitation back' : 'Remove from the loan'}
          </Button>
        </div>
      </form>
      {!asked && <OtherLoans loan={loan} party={party} />}
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
  if (!loan || !list) return <Waiting shown={waiting} />;
  const party = list.people.find(({ roles }) =>
    roles.some(({ loanRoleId }) => loanRoleId === roleId),
  );
  if (!party?.abilities.edit || sideOf(party) !== 'lenders') return <NotHere loanId={loanId} />;
  return (
    <PartyPage loanId={loanId} title={party.displayName} lead={`${partIn(party)}, ${loan.name}`}>
      <EditLender key={party.id} loan={loan} party={party} people={list.people} roleId={roleId} />
    </PartyPage>
  );
}
