import type { LoanApplication, LoanEntity } from '@cairn/contract';
import { APPLICATION_ROLES } from '@cairn/contract/application-terms';
import { ENTITY_KINDS, type EntityKind, type EntityLabel } from '@cairn/contract/entity-fields';
import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fieldClasses } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { EntityForm, type Given } from '../entities/EntityForm.tsx';
import { KindTile } from '../entities/kinds.tsx';
import classes from './Applications.module.css';
import { useFieldErrors } from '../entities/useFieldErrors.ts';

/** The two calls that a kind of entity has, behind one face. */
export interface Saving {
  add: (kind: EntityKind, information: Given, labels: EntityLabel[]) => Promise<LoanEntity>;
  change: (entity: LoanEntity, information: Given, labels: EntityLabel[]) => Promise<LoanEntity>;
  pending: boolean;
}

interface EntityStepProps {
  application: LoanApplication;
  kinds: readonly [EntityKind, ...EntityKind[]];
  /** "Add a business" */
  addLabel: string;
  empty: string;
  saving: Saving;
  errors: ReturnType<typeof useFieldErrors>;
  only?: readonly string[];
  needed?: readonly string[];
  /** The part that most have. */
  usual?: EntityLabel;
  rowNote?: (entity: LoanEntity) => string | null;
  renderActions?: (entity: LoanEntity) => ReactNode;
}

/** The first label stands for the part; somebody without one has none. */
const partsFor = (kind: EntityKind) => [
  { value: '', label: 'Another part' },
  ...Object.entries(APPLICATION_ROLES).flatMap(([value, { name, kinds }]) =>
    (kinds as readonly EntityKind[]).includes(kind) ? [{ value, label: name }] : [],
  ),
];

function PartChoice(props: { kind: EntityKind; part: string; onChange: (part: string) => void }) {
  const parts = partsFor(props.kind);
  if (parts.length === 1) return null;
  return (
    <div className={classes.card}>
      <NativeSelect
        label="Part in the application"
        classNames={fieldClasses}
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

function Editor({
  application,
  kinds,
  saving,
  errors,
  usual,
  entity,
  onDone,
  ...rest
}: EditorProps) {
  const [kind, setKind] = useState<EntityKind>(entity?.kind ?? kinds[0]);
  const [part, setPart] = useState<string>(entity ? (entity.labels[0] ?? '') : (usual ?? ''));
  const labels = part === '' ? [] : [part as EntityLabel];
  const save = async (information: Given) => {
    try {
      const saved = entity
        ? await saving.change(entity, information, labels)
        : await saving.add(kind, information, labels);
      toast.success(`${saved.name} is saved`);
      onDone();
    } catch {
      // Said already, under the field or by a toast.
    }
  };
  return (
    <>
      {!entity && kinds.length > 1 && (
        <NativeSelect
          label="Kind"
          classNames={fieldClasses}
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
        serverErrors={errors.errors}
        saving={saving.pending}
        onSave={(information) => void save(information)}
        onCancel={onDone}
      >
        <PartChoice kind={kind} part={part} onChange={setPart} />
      </EntityForm>
    </>
  );
}

const partOf = ({ labels, kind }: LoanEntity): string =>
  labels[0] ? APPLICATION_ROLES[labels[0]].name : ENTITY_KINDS[kind];

/** The businesses, people or things of an application: a list, and a form for one of them. */
export function EntityStep(props: EntityStepProps) {
  const { application, kinds, errors } = props;
  const [open, setOpen] = useState<string | null>(null);
  const { data } = useCall('listLoanEntities', { params: { id: application.loanId } });
  const remove = useAction('removeApplicationEntity');
  const { edit } = application.abilities;
  const ours = (data?.loanEntities ?? []).filter(({ kind }) => kinds.includes(kind));
  const start = (id: string) => {
    errors.forget();
    setOpen(id);
  };
  const entity = ours.find(({ id }) => id === open) ?? null;
  if (open === 'new' || entity) {
    return <Editor key={open} {...props} entity={entity} onDone={() => setOpen(null)} />;
  }
  return (
    <section className={classes.card} aria-label={props.addLabel.replace(/^Add /, '')}>
      {data && ours.length === 0 && <p className={classes.text}>{props.empty}</p>}
      <ul className={classes.list}>
        {ours.map((each) => (
          <li key={each.id} className={classes.row}>
            <KindTile kind={each.kind} />
            <span className={classes.words}>
              <span className={classes.name}>{each.name}</span>
              <span className={classes.note}>
                {[partOf(each), props.rowNote?.(each)].filter(Boolean).join(' · ')}
              </span>
            </span>
            {edit && props.renderActions?.(each)}
            {edit && each.abilities.edit && each.id !== application.ownLoanEntityId && (
              <Button variant="default" onClick={() => start(each.id)}>
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
                    { onSuccess: () => toast.success(`${each.name} is out of the application`) },
                  )
                }
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edit && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => start('new')}>
            {props.addLabel}
          </Button>
        </div>
      )}
    </section>
  );
}
