import { PLACEHOLDER } from '@cairn/contract/constants';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { personName } from '../../format/names.ts';
import { useCall } from '../../kit/useCall.ts';
import { BUSINESS_TYPE_CHOICES, isChosen } from '../lists/options.ts';
import classes from './Applying.module.css';
import type { StepProps } from './LoanStep.tsx';
import type { Invited, NewLoan } from './newLoan.ts';

function Borrower({ loan, set, errors }: StepProps) {
  const text = (name: 'legalName' | 'givenName' | 'familyName', label: string) => (
    <TextInput
      name={name}
      label={label}
      value={loan[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={errors[name] ?? errors[`entity.information.${name}`]}
    />
  );
  return (
    <div className={classes.form}>
      <NativeSelect
        name="borrowerKind"
        label="Who borrows"
        data={[
          { value: 'COMPANY', label: 'A business' },
          { value: 'INDIVIDUAL', label: 'A person' },
        ]}
        value={loan.borrowerKind}
        onChange={(event) =>
          set({ borrowerKind: event.currentTarget.value as NewLoan['borrowerKind'] })
        }
      />
      {loan.borrowerKind === 'COMPANY' ? (
        <>
          {text('legalName', 'Legal name')}
          <NativeSelect
            name="entityType"
            label="Type of business"
            data={BUSINESS_TYPE_CHOICES}
            value={loan.entityType || PLACEHOLDER}
            onChange={({ currentTarget: { value } }) =>
              set({ entityType: isChosen(value) ? value : '' })
            }
            error={errors['entityType'] ?? errors['entity.information.entityType']}
          />
          <TextInput
            name="formedOn"
            type="date"
            label="Formed on"
            value={loan.formedOn}
            onChange={(event) => set({ formedOn: event.currentTarget.value })}
            error={errors['entity.information.formedOn']}
          />
        </>
      ) : (
        <>
          <span />
          {text('givenName', 'First name')}
          {text('familyName', 'Last name')}
        </>
      )}
    </div>
  );
}

const NOBODY: Invited = { givenName: '', familyName: '', emailAddress: '' };

function Invitations({ loan, set, errors }: StepProps) {
  const change = (index: number, over: Partial<Invited>) =>
    set({ invited: loan.invited.map((each, at) => (at === index ? { ...each, ...over } : each)) });
  const field = (index: number, name: keyof Invited, label: string, type = 'text') => (
    <TextInput
      name={`invited.${index}.${name}`}
      label={label}
      type={type}
      value={loan.invited[index]![name]}
      onChange={(event) => change(index, { [name]: event.currentTarget.value })}
      error={errors[`invited.${index}.${name}`]}
    />
  );
  return (
    <>
      {loan.invited.map((_, index) => (
        // They have no other name than their place as long as somebody types.
        // oxlint-disable-next-line react/no-array-index-key
        <div className={classes.person} key={index}>
          {field(index, 'givenName', index === 0 ? 'First name (leads)' : 'First name')}
          {field(index, 'familyName', 'Last name')}
          {field(index, 'emailAddress', 'E-mail', 'email')}
          <ActionIcon
            size={36}
            aria-label={`Do not invite person ${index + 1}`}
            onClick={() => set({ invited: loan.invited.filter((__, at) => at !== index) })}
          >
            <IconX size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
        onClick={() => set({ invited: [...loan.invited, NOBODY] })}
      >
        Invite a borrower
      </Button>
    </>
  );
}

function Colleagues({ loan, set, companyId, me }: StepProps & { companyId: string; me: string }) {
  const { data } = useCall(
    'listEmployees',
    { params: { companyId } },
    { enabled: companyId !== '' },
  );
  const others = (data?.employees ?? []).filter(({ id, invitation }) => id !== me && !invitation);
  if (others.length === 0)
    return <p className={classes.why}>You work on it. Nobody else is here yet.</p>;
  const toggle = (id: string, on: boolean) =>
    set({
      lenderUserIds: on
        ? [...loan.lenderUserIds, id]
        : loan.lenderUserIds.filter((each) => each !== id),
    });
  return (
    <ul className={classes.list}>
      {others.map((person) => (
        <li key={person.id}>
          <label className={classes.colleague}>
            <input
              type="checkbox"
              checked={loan.lenderUserIds.includes(person.id)}
              onChange={(event) => toggle(person.id, event.currentTarget.checked)}
            />
            {personName(person)}
          </label>
        </li>
      ))}
    </ul>
  );
}

export function PeopleStep(props: StepProps & { companyId: string; me: string }) {
  return (
    <>
      <h2 className={classes.heading} tabIndex={-1}>
        Borrower
      </h2>
      <Borrower {...props} />
      <h2 className={classes.heading}>Borrowers to invite</h2>
      <Invitations {...props} />
      <h2 className={classes.heading}>Colleagues who work on it, beside you</h2>
      <Colleagues {...props} />
    </>
  );
}
