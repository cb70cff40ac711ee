import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Loan, Party } from '@cairn/contract';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Choice, Field, fieldClasses } from '../../kit/Field.tsx';
import type { Reply } from '../../kit/client.ts';
import { toast } from '../../kit/toast.ts';
import { useCall } from '../../kit/useCall.ts';
import { Notice, Notices } from '../identity/AuthFields.tsx';
import { type FieldErrors, useAuthForm } from '../identity/useAuthForm.ts';
import { NewPersonFields } from './NewPersonFields.tsx';
import classes from './Parties.module.css';
import { NotHere, PartyPage, useBackToPeople, usePeople, Waiting } from './PartyPage.tsx';
import { CONTACT_CHOICES, partIn, sideOf } from './words.ts';

const RemoveDialog = lazy(() => import('./RemoveDialog.tsx'));
type ContactRole = (typeof CONTACT_CHOICES)[number]['value'];
type People = Reply<'listParties'>;

const PERSON = [
  'contactUser.givenName',
  'contactUser.familyName',
  'contactUser.emailAddress',
] as const;
const OPTIONAL = ['subroleId', 'phone'] as const;

interface AboutProps {
  loan: Loan;
  list: People;
  /** Whoever borrows keeps their own contacts only. */
  ownId: string | null;
  contact?: Party;
  fieldErrors: FieldErrors;
}

/** Whose contact, in what, and how to reach them. */
function AboutFields({ loan, list, ownId, contact, fieldErrors }: AboutProps) {
  const lends = list.abilities.putLabels;
  const subroles = useCall('listSubroles', { params: { id: loan.companyId } }, { enabled: lends })
    .data?.subroles;
  const others = list.people.filter(
    (party) => sideOf(party) !== 'contacts' && (ownId === null || party.id === ownId),
  );
  const related = contact?.contact?.relatedTo?.loanRoleId ?? '';
  const role = contact?.roles.find(({ role: each }) =>
    CONTACT_CHOICES.some(({ value }) => value === each),
  )?.role;
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          name="relatedTo"
          label="Contact of"
          classNames={fieldClasses}
          defaultValue={
            related || (others.length === 1 ? (others[0]?.roles[0]?.loanRoleId ?? '') : '')
          }
          error={fieldErrors['relatedTo']}
        >
          <option value="">Choose somebody</option>
          {others.map((party) => (
            <option key={party.id} value={party.roles[0]?.loanRoleId}>
              {party.displayName}, {partIn(party)}
            </option>
          ))}
        </NativeSelect>
        {lends && (
          <NativeSelect
            // Once the list is there, or the choice of before would be lost.
            key={subroles ? 'there' : 'waiting'}
            name="subroleId"
            label="What they do"
            classNames={fieldClasses}
            defaultValue={contact?.contact?.subrole?.id ?? ''}
            error={fieldErrors['subroleId']}
          >
            <option value="">Not said</option>
            {subroles?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      <Field
        name="phone"
        type="tel"
        label="Phone"
        autoComplete="off"
        description="Optional."
        defaultValue={contact?.contact?.phone ?? ''}
        error={fieldErrors['phone']}
      />
      <Choice
        name="role"
        label="Kind of contact"
        initial={role ?? 'KEY_CONTACT'}
        options={CONTACT_CHOICES}
      />
    </>
  );
}

const about = (given: Record<string, string>, lends: boolean) => ({
  role: given['role'] as ContactRole,
  phone: given['phone'] ?? '',
  ...(lends && { subroleId: given['subroleId'] || null }),
});

interface FormProps {
  loan: Loan;
  list: People;
  ownId: string | null;
}

function AddContact({ loan, list, ownId }: FormProps) {
  const back = useBackToPeople(loan.id);
  const [sendInvite, setSendInvite] = useState(false);
  const { form, fieldErrors, message, running, submit } = useAuthForm('addContactRelation', {
    fields: [...PERSON, 'relatedTo', 'role', ...OPTIONAL],
    optional: OPTIONAL,
    request: (given) => ({
      params: { loanId: loan.id, loanRoleId: given.relatedTo },
      body: {
        contactUser: {
          givenName: given['contactUser.givenName'],
          familyName: given['contactUser.familyName'],
          emailAddress: given['contactUser.emailAddress'],
        },
        ...about(given, list.abilities.putLabels),
        sendInvite,
      },
    }),
    done: (_given, { contactUser }) => {
      toast.success(sendInvite ? 'Invitation Sent!' : `${contactUser.displayName} is noted`);
      back();
    },
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.card}>
      <div className={classes.form}>
        <NewPersonFields
          prefix="contactUser"
          fieldErrors={fieldErrors}
          description="Nothing is sent there unless you say so below."
        />
        <AboutFields loan={loan} list={list} ownId={ownId} fieldErrors={fieldErrors} />
        {list.abilities.addBorrower && (
          <Checkbox
            checked={sendInvite}
            onChange={(event) => setSendInvite(event.currentTarget.checked)}
            label="Invite them to the loan"
            description="They see the loan, and only those requests that are assigned to them."
          />
        )}
        <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      </div>
      <PageActions running={running} onCancel={back}>
        {sendInvite ? 'Send invitation' : 'Add contact'}
      </PageActions>
    </form>
  );
}

interface PageActionsProps {
  running: boolean;
  onCancel: () => void;
  children: ReactNode;
  more?: ReactNode;
}

function PageActions({ running, onCancel, children, more }: PageActionsProps) {
  return (
    <div className={classes.pageActions}>
      <Button type="submit" loading={running}>
        {children}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {more}
    </div>
  );
}

/** Null where the caller keeps everybody's contacts. */
const ownIdIn = (list: People, accountId: string): string | null =>
  list.abilities.addBorrower ? null : accountId;

function useOwnId(list: People | undefined): string | null {
  const me = useCall('getLoggedUser', {});
  return list && me.data ? ownIdIn(list, me.data.id) : null;
}

export function KeyContactCreatePage() {
  const { loanId = '' } = useParams({ strict: false });
  const { loan, list, waiting } = usePeople(loanId);
  const ownId = useOwnId(list);
  if (!loan || !list) return <Waiting shown={waiting} />;
  if (!list.abilities.addContact) return <NotHere loanId={loanId} />;
  return (
    <PartyPage
      loanId={loanId}
      title="Add a contact"
      lead="An accountant, an attorney: somebody to turn to about a part of the loan."
    >
      <AddContact loan={loan} list={list} ownId={ownId} />
    </PartyPage>
  );
}

function EditContact({ loan, list, ownId, contact }: FormProps & { contact: Party }) {
  const back = useBackToPeople(loan.id);
  const [removing, setRemoving] = useState(false);
  const asked = contact.invitation !== null;
  const names = ['contactUser.givenName', 'contactUser.familyName'] as const;
  const { form, fieldErrors, message, running, submit } = useAuthForm('editContactRelation', {
    fields: [...(asked ? names : []), 'relatedTo', 'role', ...OPTIONAL],
    optional: OPTIONAL,
    request: (given: Record<string, string>) => ({
      params: { loanId: loan.id, loanRoleId: given['relatedTo'] ?? '' },
      body: {
        id: contact.contact?.relationId ?? '',
        ...(asked && {
          givenName: given['contactUser.givenName'],
          familyName: given['contactUser.familyName'],
        }),
        ...about(given, list.abilities.putLabels),
      },
    }),
    done: () => {
      toast.success(`${contact.displayName} is saved`);
      back();
    },
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.card}>
      <div className={classes.form}>
        {asked && (
          <NewPersonFields
            prefix="contactUser"
            initial={contact}
            fieldErrors={fieldErrors}
            withAddress={false}
          />
        )}
        <AboutFields
          loan={loan}
          list={list}
          ownId={ownId}
          contact={contact}
          fieldErrors={fieldErrors}
        />
        <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      </div>
      <PageActions
        running={running}
        onCancel={back}
        more={
          contact.abilities.remove && (
            <Button
              variant="subtle"
              className={classes.removal ?? ''}
              onClick={() => setRemoving(true)}
            >
              Remove from the loan
            </Button>
          )
        }
      >
        Save
      </PageActions>
      {removing && (
        <Suspense fallback={null}>
          <RemoveDialog
            loan={loan}
            party={contact}
            people={list.people}
            onClose={() => setRemoving(false)}
            onRemoved={back}
          />
        </Suspense>
      )}
    </form>
  );
}

export function KeyContactEditPage() {
  const { loanId = '', loanRoleId = '' } = useParams({ strict: false });
  const { loan, list, waiting } = usePeople(loanId);
  const ownId = useOwnId(list);
  if (!loan || !list) return <Waiting shown={waiting} />;
  const contact = list.people.find(({ roles }) =>
    roles.some((role) => role.loanRoleId === loanRoleId),
  );
  if (!contact?.contact || !contact.abilities.edit) return <NotHere loanId={loanId} />;
  return (
    <PartyPage
      loanId={loanId}
      title={contact.displayName}
      lead={`${partIn(contact)} · ${contact.emailAddress}`}
    >
      <EditContact key={contact.id} loan={loan} list={list} ownId={ownId} contact={contact} />
    </PartyPage>
  );
}
