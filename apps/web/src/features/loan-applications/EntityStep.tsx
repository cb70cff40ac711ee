import type { LoanApplication, LoanEntity } from '@cairn/contract';
import { ENTITY_KINDS, type EntityKind, type EntityLabel } from '@cairn/contract/entity-fields';
import { Button, Flex, NativeSelect, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { EntityForm, type EntityValues } from '../entities/EntityForm.tsx';
import { KindTile } from '../entities/kinds.tsx';
import classes from './LoanApplications.module.css';
import { RowList } from '../../ui/RowList.tsx';
import { clsx } from 'clsx';
import { cardFrame } from '../../ui/Card.tsx';
import { partOf } from './roles.ts';

/** The calls that create and update one kind of entity, with the same signature for all kinds. */
export interface Saving {
  add: (kind: EntityKind, information: EntityValues, labels: EntityLabel[]) => Promise<LoanEntity>;
  change: (
    entity: LoanEntity,
    information: EntityValues,
    labels: EntityLabel[],
  ) => Promise<LoanEntity>;
}

interface EntityStepProps {
  application: LoanApplication;
  kinds: readonly [EntityKind, ...EntityKind[]];
  /** For example "Add a business". */
  addLabel: string;
  empty: string;
  saving: Saving;
  only?: readonly string[];
  needed?: readonly string[];
  /** The most common role, which is preselected. */
  usual?: EntityLabel;
  rowNote?: (entity: LoanEntity) => string | null;
  renderActions?: (entity: LoanEntity) => ReactNode;
}

interface PartChoiceProps {
  roles: LoanApplication['roles'];
  kind: EntityKind;
  /** The saved role. It stays selectable even if the lender no longer offers it. */
  saved: string;
  part: string;
  onChange: (part: string) => void;
}

/** An entity's first label is its role in the application; "Other" stands for no label. */
const partsFor = ({ roles, kind, saved }: PartChoiceProps) => [
  { value: '', label: 'Other' },
  ...roles
    .filter(({ label, kinds, offered }) => kinds.includes(kind) && (offered || label === saved))
    .map(({ label, name }) => ({ value: label, label: name })),
];

function PartChoice(props: PartChoiceProps) {
  const parts = partsFor(props);
  if (parts.length === 1) return null;
  return (
    <div className={clsx(cardFrame, classes.card)}>
      <NativeSelect
        label="Role in the application"
        data={parts}
        value={props.part}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </div>
  );
}

interface EditorProps extends EntityStepProps {
  entity: LoanEntity | null;
  onDone: () => void;
}

function Editor({ application, kinds, saving, usual, entity, onDone, ...rest }: EditorProps) {
  const [kind, setKind] = useState<EntityKind>(entity?.kind ?? kinds[0]);
  const { roles } = application;
  const isOffered = roles.some(({ label, offered }) => label === usual && offered);
  const saved = entity?.labels[0] ?? '';
  const [part, setPart] = useState<string>(entity ? saved : (isOffered && usual) || '');
  const labels = part === '' ? [] : [part as EntityLabel];
  const save = async (information: EntityValues) => {
    const { name } = entity
      ? await saving.change(entity, information, labels)
      : await saving.add(kind, information, labels);
    toast.success(`${name} saved`);
    onDone();
  };
  return (
    <>
      {!entity && kinds.length > 1 && (
        <NativeSelect
          label="Kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as EntityKind)}
          data={kinds.map((each) => ({ value: each, label: ENTITY_KINDS[each] }))}
        />
      )}
      <EntityForm
        key={kind}
        kind={kind}
        loanId={application.loanId}
        {...(entity && { entity })}
        {...(rest.only && { only: rest.only })}
        {...(rest.needed && { needed: rest.needed })}
        onSave={save}
        onCancel={onDone}
      >
        <PartChoice roles={roles} kind={kind} saved={saved} part={part} onChange={setPart} />
      </EntityForm>
    </>
  );
}

/** A step that lists the application's entities of some kinds, with a form to edit one of them. */
export function EntityStep(props: EntityStepProps) {
  const { application, kinds } = props;
  const [open, setOpen] = useState<string | null>(null);
  const { data } = useCall('listLoanEntities', { params: { id: application.loanId } });
  const remove = useAction('removeApplicationEntity');
  const { edit } = application.abilities;
  const entities = (data?.loanEntities ?? []).filter(({ kind }) => kinds.includes(kind));
  const entity = entities.find(({ id }) => id === open) ?? null;
  if (open === 'new' || entity) {
    return <Editor key={open} {...props} entity={entity} onDone={() => setOpen(null)} />;
  }
  return (
    <section
      className={clsx(cardFrame, classes.card)}
      aria-label={props.addLabel.replace(/^Add /, '')}
    >
      {data && entities.length === 0 && (
        <Text size="body" c="var(--ink-2)">
          {props.empty}
        </Text>
      )}
      <RowList>
        {entities.map((each) => (
          <Flex
            component="li"
            key={each.id}
            className={classes.row}
            wrap="wrap"
            align="center"
            rowGap="s10"
            columnGap={14}
          >
            <KindTile kind={each.kind} />
            <span className={classes.words}>
              <span className={classes.name}>{each.name}</span>
              <Text component="span" display="block" size="meta" c="dimmed">
                {[partOf(application, each), props.rowNote?.(each)].filter(Boolean).join(' · ')}
              </Text>
            </span>
            {edit && props.renderActions?.(each)}
            {edit && each.abilities.edit && each.id !== application.ownLoanEntityId && (
              <Button variant="default" onClick={() => setOpen(each.id)}>
                Edit
              </Button>
            )}
            {edit && each.id !== application.ownLoanEntityId && (
              <Button
                variant="subtle"
                aria-label={`Remove ${each.name}`}
                loading={remove.isPending && remove.variables.params.entityId === each.entityId}
                onClick={() =>
                  remove.mutate(
                    { params: { loanId: application.loanId, entityId: each.entityId } },
                    { onSuccess: () => toast.success(`${each.name} removed`) },
                  )
                }
              >
                Remove
              </Button>
            )}
          </Flex>
        ))}
      </RowList>
      {edit && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setOpen('new')}>
            {props.addLabel}
          </Button>
        </div>
      )}
    </section>
  );
}
