import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Loan, Party } from '@cairn/contract';
import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Choice, Field } from '../../ui/Field.tsx';
import type { Reply } from '../../lib/client.ts';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import type { FieldProps } from '../../lib/useForm.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { namesOf, NEW_PERSON, NewPersonFields } from './NewPersonFields.tsx';
import classes from './LoanMembers.module.css';
import { NotHere, MemberPage, useBackToPeople, usePeople, PageSkeleton } from './MemberPage.tsx';
import { CONTACT_CHOICES, partIn, sideOf } from './memberText.ts';
import { cardFrame, FieldGrid } from '../../ui/Card.tsx';
import { clsx } from 'clsx';

const RemoveDialog = lazy(() => import('./RemoveMemberDialog.tsx'));
type ContactRole = (typeof CONTACT_CHOICES)[number]['value'];
type People = Reply<'listParties'>;

const OPTIONAL = ['subroleId', 'phone'] as const;

/**
 * The members for whom the contact can work. Borrowers manage only their own contacts, so ownId limits the list to
 * them.
 */
const principalsIn = ({ people }: People, ownId: string | null): Party[] =>
  people.filter((party) => sideOf(party) !== 'contacts' && (ownId === null || party.id === ownId));

interface About {
  relatedTo: string;
  subroleId: string;
  phone: string;
  role: ContactRole;
}

function aboutOf(list: People, ownId: string | null, contact?: Party): About {
  const principals = principalsIn(list, ownId);
  const only = principals.length === 1 ? principals[0]?.roles[0]?.loanRoleId : undefined;
  const role = CONTACT_CHOICES.find(({ value }) =>
    contact?.roles.some((each) => each.role === value),
  )?.value;
  return {
    relatedTo: contact?.contact?.relatedTo?.loanRoleId ?? only ?? '',
    subroleId: contact?.contact?.subrole?.id ?? '',
    phone: contact?.contact?.phone ?? '',
    role: role ?? 'KEY_CONTACT',
  };
}

const aboutRequest = ({ role, phone, subroleId }: About, lends: boolean) => ({
  role,
  phone,
  ...(lends && { subroleId: subroleId || null }),
});

interface AboutProps extends FormProps {
  field: (name: keyof About) => FieldProps;
}

/** Form of a contact: the member they work for, what they do, and how to reach them. */
function AboutFields({ loan, list, ownId, field }: AboutProps) {
  const lends = list.abilities.putLabels;
  const subroles = useCall('listSubroles', { params: { id: loan.companyId } }, { enabled: lends })
    .data?.subroles;
  return (
    <>
      <FieldGrid>
        <NativeSelect {...field('relatedTo')} label="Contact of">
          <option value="">Choose a person</option>
          {principalsIn(list, ownId).map((party) => (
            <option key={party.id} value={party.roles[0]?.loanRoleId}>
              {party.displayName}, {partIn(party)}
            </option>
          ))}
        </NativeSelect>
        {lends && (
          <NativeSelect
            // Remounts the select when its options are loaded; otherwise the uncontrolled select loses the initial
            // value.
            key={subroles ? 'loaded' : 'loading'}
            {...field('subroleId')}
            label="What they do"
          >
            <option value="">Not specified</option>
            {subroles?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </FieldGrid>
      <Field
        {...field('phone')}
        type="tel"
        label="Phone"
        autoComplete="off"
        description="Optional."
      />
      <Choice {...field('role')} label="Contact type" options={CONTACT_CHOICES} />
    </>
  );
}

interface FormProps {
  loan: Loan;
  list: People;
  ownId: string | null;
}

/**
 * Members whom a lender or the lead borrower can make a contact without an invitation: joined, not a lender, not a
 * contact.
 */
const membersIn = ({ people, abilities }: People): Party[] =>
  abilities.addBorrower
    ? people.filter((party) => {
        const isJoined = party.invitation === null && party.contact === null;
        return isJoined && sideOf(party) !== 'lenders';
      })
    : [];

const NEW_CONTACT = 'new';

function AddContact({ loan, list, ownId }: FormProps) {
  const back = useBackToPeople(loan.id);
  const [sendInvite, setSendInvite] = useState(false);
  const [memberId, setMemberId] = useState(NEW_CONTACT);
  const members = membersIn(list);
  const isNew = memberId === NEW_CONTACT;
  const form = useCallForm('addContactRelation', {
    initialValues: { contactUser: NEW_PERSON, ...aboutOf(list, ownId) },
    optional: OPTIONAL,
    request: ({ contactUser, ...about }) => ({
      params: { loanId: loan.id, loanRoleId: about.relatedTo },
      body: {
        contactUser,
        ...aboutRequest(about, list.abilities.putLabels),
        sendInvite: isNew && sendInvite,
      },
    }),
    onSuccess: (_given, { contactUser }) => {
      toast.success(isNew && sendInvite ? 'Invitation Sent!' : `${contactUser.displayName} added`);
      back();
    },
  });
  const choose = (id: string) => {
    const member = members.find((party) => party.id === id);
    setMemberId(id);
    // The server uses only the address. The names fill the required fields and do not change the member's name.
    const { displayName = '' } = member ?? {};
    const { givenName, familyName, emailAddress } = member ? namesOf(member) : NEW_PERSON;
    form.setField('contactUser.givenName', givenName || displayName);
    form.setField('contactUser.familyName', familyName || displayName);
    form.setField('contactUser.emailAddress', emailAddress);
  };
  return (
    <Form
      form={form}
      className={clsx(cardFrame, classes.card)}
      actions={
        <PageActions busy={form.busy} onCancel={back}>
          {isNew && sendInvite ? 'Send invitation' : 'Add contact'}
        </PageActions>
      }
    >
      {members.length > 0 && (
        <NativeSelect
          label="Person"
          value={memberId}
          error={isNew ? undefined : form.errors['contactUser.emailAddress']}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value={NEW_CONTACT}>Someone new</option>
          {members.map((party) => (
            <option key={party.id} value={party.id}>
              {party.displayName}, {partIn(party)}
            </option>
          ))}
        </NativeSelect>
      )}
      {isNew && (
        <NewPersonFields
          field={(name) => form.field(`contactUser.${name}`)}
          description="We won’t email them unless you choose to below."
        />
      )}
      <AboutFields loan={loan} list={list} ownId={ownId} field={form.field} />
      {isNew && list.abilities.addBorrower && (
        <Checkbox
          checked={sendInvite}
          onChange={(event) => setSendInvite(event.currentTarget.checked)}
          label="Invite them to the loan"
          description="They see the loan’s main facts, the people on it, and only the requests assigned to them."
        />
      )}
    </Form>
  );
}

interface PageActionsProps {
  busy: boolean;
  onCancel: () => void;
  children: ReactNode;
  more?: ReactNode;
}

function PageActions({ busy, onCancel, children, more }: PageActionsProps) {
  return (
    <Group gap="xs" align="stretch">
      <Button type="submit" loading={busy}>
        {children}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {more}
    </Group>
  );
}

/** Null if the user manages the contacts of all members. */
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
  if (!loan || !list) return <PageSkeleton shown={waiting} />;
  if (!list.abilities.addContact) return <NotHere loanId={loanId} />;
  return (
    <MemberPage
      loanId={loanId}
      title="Add a contact"
      lead="For example, an accountant or an attorney."
    >
      <AddContact loan={loan} list={list} ownId={ownId} />
    </MemberPage>
  );
}

function EditContact({ loan, list, ownId, contact }: FormProps & { contact: Party }) {
  const back = useBackToPeople(loan.id);
  const [removing, setRemoving] = useState(false);
  const isInvited = contact.invitation !== null;
  const form = useCallForm('editContactRelation', {
    initialValues: { ...namesOf(contact), ...aboutOf(list, ownId, contact) },
    optional: isInvited ? OPTIONAL : [...OPTIONAL, 'givenName', 'familyName'],
    request: ({ givenName, familyName, emailAddress: _fixed, ...about }) => ({
      params: { loanId: loan.id, loanRoleId: about.relatedTo },
      body: {
        id: contact.contact?.relationId ?? '',
        ...(isInvited && { givenName, familyName }),
        ...aboutRequest(about, list.abilities.putLabels),
      },
    }),
    onSuccess: () => {
      toast.success(`${contact.displayName} saved`);
      back();
    },
  });
  return (
    <>
      <Form
        form={form}
        className={clsx(cardFrame, classes.card)}
        actions={
          <PageActions
            busy={form.busy}
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
        }
      >
        {isInvited && <NewPersonFields field={form.field} withAddress={false} />}
        <AboutFields loan={loan} list={list} ownId={ownId} field={form.field} />
      </Form>
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
    </>
  );
}

export function KeyContactEditPage() {
  const { loanId = '', loanRoleId = '' } = useParams({ strict: false });
  const { loan, list, waiting } = usePeople(loanId);
  const ownId = useOwnId(list);
  if (!loan || !list) return <PageSkeleton shown={waiting} />;
  const contact = list.people.find(({ roles }) =>
    roles.some((role) => role.loanRoleId === loanRoleId),
  );
  if (!contact?.contact || !contact.abilities.edit) return <NotHere loanId={loanId} />;
  return (
    <MemberPage
      loanId={loanId}
      title={contact.displayName}
      lead={`${partIn(contact)} · ${contact.emailAddress}`}
    >
      <EditContact key={contact.id} loan={loan} list={list} ownId={ownId} contact={contact} />
    </MemberPage>
  );
}
