import type { DriversLicense, LoanEntity } from '@cairn/contract';
import { Button, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { useNow } from '../../lib/clock.ts';
import { formatDay, today } from '../../lib/format/dates.ts';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { Choice } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { EntityField } from '../entities/EntityFields.tsx';
import classes from './DriversLicenses.module.css';
import {
  ADDRESS_FIELDS,
  addressChoice,
  bodyOf,
  CARD_FIELDS,
  type Choice as Difference,
  type Current,
  errorsIn,
  pastExpiration,
  type LicenseValues,
  nameChoice,
} from './licenseForm.ts';
import { Problem } from './Problem.tsx';

interface QuestionProps {
  name: 'currentName' | 'currentAddress';
  label: string;
  difference: Difference;
  none: string;
  value: Current;
  error: string | undefined;
  onChange: (value: Current) => void;
}

/** Shows both values side by side. The person decides which one is current. */
function Question({ name, label, difference, none, value, error, onChange }: QuestionProps) {
  return (
    <Text
      component="div"
      className={classes.question}
      py="sm"
      px="md"
      bdrs="lg"
      bg="var(--orange-bg)"
      c="var(--ink)"
      size="body"
      pos="relative"
    >
      <IconAlertTriangle size={19} stroke={1.7} aria-hidden />
      <Choice
        name={name}
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Current)}
        options={[
          { value: 'license', name: difference.license, text: 'On your license' },
          {
            value: 'application',
            name: difference.application || none,
            text: 'On your application',
          },
        ]}
      />
      {error !== undefined && <Problem>{error}</Problem>}
    </Text>
  );
}

interface LicenseFormProps {
  entity: LoanEntity;
  version: number;
  /** The request that the license answers. */
  requestId?: string | undefined;
  initial: LicenseValues;
  heading: string;
  lead: string;
  /** Why the license cannot be submitted yet, apart from errors in its fields. Null if nothing is missing. */
  missing: string | null;
  /**
   * True if the address has to be typed. An address that was read from the barcode is collapsed and can be opened for
   * corrections.
   */
  isAddressOpen: boolean;
  onSaved: (saved: Omit<DriversLicense, 'license'>) => Promise<void> | void;
  /** Called if the license was changed from another page meanwhile. */
  onConflict: () => void;
  onCancel?: (() => void) | undefined;
  notice?: ReactNode;
}

export function LicenseForm(props: LicenseFormProps) {
  const { entity, version, requestId, initial, heading, lead, missing } = props;
  const { onSaved, onConflict } = props;
  const { information } = entity;
  const [isAddressOpen, setAddressOpen] = useState(props.isAddressOpen);
  const [isMissingShown, setMissingShown] = useState(false);
  const day = today(useNow());
  const save = useAction('saveDriversLicense', { onFailure: isShownInForm });
  const form = useForm<LicenseValues>({
    mode: 'controlled',
    initialValues: initial,
    optional: 'all',
    validate: (values) => errorsIn(values, information),
    onSubmit: async (values) => {
      setMissingShown(missing !== null);
      if (missing !== null) return;
      try {
        const body = {
          ...bodyOf(values, information, version),
          ...(requestId && { answers: { loanId: entity.loanId, elementId: requestId } }),
        };
        const saved = await save.mutateAsync({ params: { id: entity.entityId }, body });
        await onSaved(saved);
      } catch (failure) {
        if (failure instanceof CallError && failure.status === 409) onConflict();
        throw failure;
      }
    },
  });
  const { values, errors } = form;
  const expired = pastExpiration(values.expiresOn, day);
  const name = nameChoice(values, information);
  const address = addressChoice(values, information);
  const addressErrors = ADDRESS_FIELDS.some((each) => errors[each.name] !== undefined);
  return (
    <Form
      form={form}
      aria-label="Driver’s license"
      actions={
        <div className={classes.foot}>
          {isMissingShown && missing !== null && <Problem>{missing}</Problem>}
          <Text component="p" className={classes.lock} size="table" c="var(--ink-2)">
            <IconLock size={16} stroke={1.7} aria-hidden />
            Encrypted. We log everyone who views the pictures.
          </Text>
          <Flex className={classes.footButtons} gap="sm">
            {props.onCancel && (
              <Button variant="default" mih={48} onClick={props.onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" mih={48} loading={form.busy}>
              Confirm and send
            </Button>
          </Flex>
        </div>
      }
    >
      <div>
        {props.notice}
        <Text component="h2" size="section" fw={600}>
          {heading}
        </Text>
        <Text component="p" size="body" c="var(--ink-2)">
          {lead}
        </Text>
      </div>
      <div className={classes.fields}>
        {CARD_FIELDS.map((definition) => (
          <div key={definition.name}>
            <EntityField
              definition={definition}
              input={form.field(definition.name as keyof LicenseValues)}
            />
            {definition.name === 'expiresOn' && expired !== null && (
              <p className={classes.expired}>
                Expired {formatDay(expired)}. You can still send it; your lender may ask for a
                current one.
              </p>
            )}
          </div>
        ))}
      </div>
      {isAddressOpen || addressErrors ? (
        <fieldset className={classes.address}>
          <legend>Address on the license</legend>
          <div className={classes.fields}>
            {ADDRESS_FIELDS.map((definition) => (
              <EntityField
                key={definition.name}
                definition={definition}
                input={form.field(definition.name as keyof LicenseValues)}
              />
            ))}
          </div>
        </fieldset>
      ) : (
        <div>
          <Button variant="subtle" px={0} mih="var(--touch)" onClick={() => setAddressOpen(true)}>
            Correct the address on the license
          </Button>
        </div>
      )}
      {name && (
        <Question
          name="currentName"
          label="Which name is right?"
          difference={name}
          none="No name yet"
          value={values.currentName}
          error={errors['currentName']}
          onChange={(value) => form.setField('currentName', value)}
        />
      )}
      {address && (
        <Question
          name="currentAddress"
          label="Which address is current?"
          difference={address}
          none="No address yet. Leave it empty."
          value={values.currentAddress}
          error={errors['currentAddress']}
          onChange={(value) => form.setField('currentAddress', value)}
        />
      )}
    </Form>
  );
}
