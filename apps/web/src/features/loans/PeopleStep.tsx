import { PLACEHOLDER } from '@cairn/contract/constants';
import { ActionIcon, Box, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { FieldGrid } from '../../ui/Card.tsx';
import { personName } from '../../lib/format/names.ts';
import { useCall } from '../../lib/useCall.ts';
import { businessTypeOptions, isChosen } from '../reference-data/options.ts';
import { ServedSelect } from '../reference-data/ServedSelect.tsx';
import classes from '../needs-list/NeedsList.module.css';
import type { StepProps } from './LoanStep.tsx';
import type { Invited, NewLoan } from './newLoan.ts';

const STARTUP_CHOICES = [
  { value: '', label: 'Choose' },
  { value: 'NO', label: 'No' },
  { value: 'YES', label: 'Yes' },
];

function Borrower({ loan, set, errors }: StepProps) {
  const text = (name: 'legalName' | 'givenName' | 'familyName', label: string) => (
    <TextInput
      name={name}
      label={label}
      value={loan[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={errors[name]}
    />
  );
  return (
    <FieldGrid>
      <NativeSelect
        name="borrowerKind"
        label="Borrower"
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
          <ServedSelect
            name="entityType"
            label="Type of business"
            optionsOf={businessTypeOptions}
            value={loan.entityType || PLACEHOLDER}
            onChange={({ currentTarget: { value } }) =>
              set({ entityType: isChosen(value) ? value : '' })
            }
            error={errors['entityType']}
          />
          <NativeSelect
            name="isStartup"
            label="Is this a start-up?"
            description="A business that has been open for less than two years"
            data={STARTUP_CHOICES}
            value={loan.isStartup}
            onChange={(event) =>
              set({ isStartup: event.currentTarget.value as NewLoan['isStartup'] })
            }
            error={errors['isStartup']}
          />
        </>
      ) : (
        <>
          <span />
          {text('givenName', 'First name')}
          {text('familyName', 'Last name')}
        </>
      )}
    </FieldGrid>
  );
}

const EMPTY_INVITEE: Invited = { givenName: '', familyName: '', emailAddress: '' };

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
        // New invitees have no stable key except their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div className={classes.person} key={index}>
          {field(index, 'givenName', index === 0 ? 'First name (primary borrower)' : 'First name')}
          {field(index, 'familyName', 'Last name')}
          {field(index, 'emailAddress', 'Email', 'email')}
          <ActionIcon
            size={36}
            aria-label={`Remove invitee ${index + 1}`}
            onClick={() => set({ invited: loan.invited.filter((__, at) => at !== index) })}
          >
            <IconX size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
        onClick={() => set({ invited: [...loan.invited, EMPTY_INVITEE] })}
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
    return (
      <Text size="meta" c="var(--ink-2)">
        You’re on the team. No one else is here yet.
      </Text>
    );
  const toggle = (id: string, on: boolean) =>
    set({
      lenderUserIds: on
        ? [...loan.lenderUserIds, id]
        : loan.lenderUserIds.filter((each) => each !== id),
    });
  return (
    <Box component="ul">
      {others.map((person) => (
        <li key={person.id}>
          <Group
            component="label"
            wrap="nowrap"
            gap="xs"
            mih={32}
            style={{ font: 'var(--font-body)' }}
          >
            <input
              type="checkbox"
              checked={loan.lenderUserIds.includes(person.id)}
              onChange={(event) => toggle(person.id, event.currentTarget.checked)}
            />
            {personName(person)}
          </Group>
        </li>
      ))}
    </Box>
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
      <h2 className={classes.heading}>Team members</h2>
      <Colleagues {...props} />
    </>
  );
}
