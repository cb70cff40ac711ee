import type { LoanEntity } from '@cairn/contract';
import {
  ASSET_KINDS,
  ENTITY_KINDS,
  type EntityKind,
  type EntityLabel,
  isAsset,
} from '@cairn/contract/entity-fields';
import type { BlockType } from '@cairn/contract/template-terms';
import { NativeSelect } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import type { CallError } from '../../lib/CallError.ts';
import { NOT_MINE } from '../../lib/useLeaveWhenRefused.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { EntityForm, type EntityValues } from './EntityForm.tsx';
import { UPDATES } from './information.ts';
import { InformationHistory } from './InformationHistory.tsx';
import { LabelChoice } from './LabelChoice.tsx';
import { LicenseCard } from './LicenseCard.tsx';
import { OwnersEditor } from './OwnersEditor.tsx';
import { OwnFields, OwnFieldList } from './OwnFields.tsx';
import { SubPage } from './SubPage.tsx';
import { isShownInForm } from '../../lib/useForm.ts';

function useBackToEntities(loanId: string) {
  const navigate = useNavigate();
  return () => void navigate({ to: routes.loan, params: { loanId }, search: { view: 'entities' } });
}

const BLOCK_OF: Partial<Record<EntityKind, BlockType>> = {
  COMPANY: 'COMPANY',
  INDIVIDUAL: 'INDIVIDUAL',
  TRUST: 'TRUST',
};

/**
 * Published templates with requests for this kind: templates of the matching block, and loan templates, which have a
 * part for each block.
 */
function useFittingTemplates(kind: EntityKind, enabled: boolean) {
  const { data } = useCall('listTemplates', { query: {} }, { enabled });
  const block = BLOCK_OF[kind] ?? 'ASSET';
  return Object.values(data?.templates ?? {})
    .flat()
    .filter(
      ({ publishedVersion, blockType }) =>
        publishedVersion > 0 && (blockType === 'LOAN' || blockType === block),
    );
}

interface NewEntityProps {
  kinds: readonly [EntityKind, ...EntityKind[]];
  title: string;
  labels?: EntityLabel[];
}

function NewEntity({ kinds, title, labels: first = [] }: NewEntityProps) {
  const { loanId = '' } = useParams({ strict: false });
  const [kind, setKind] = useState<EntityKind>(kinds[0]);
  const [labels, setLabels] = useState(first);
  const back = useBackToEntities(loanId);
  const [templateId, setTemplateId] = useState('');
  const { data } = useCall('listLoanEntities', { params: { id: loanId } });
  const templates = useFittingTemplates(kind, data?.abilities.manage === true);
  const create = useAction('createEntity', { onFailure: isShownInForm });
  const save = async (information: EntityValues) => {
    const template = templates.some(({ id }) => id === templateId) && { templateId };
    const { name } = await create.mutateAsync({
      body: { loanId, type: kind, labels, entity: { information }, ...template },
    });
    toast.success(`${name} added`);
    back();
  };
  return (
    <SubPage loanId={loanId} title={title}>
      {kinds.length > 1 && (
        <NativeSelect
          maw={280}
          mt="md"
          label="Kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as EntityKind)}
          data={kinds.map((each) => ({ value: each, label: ENTITY_KINDS[each] }))}
        />
      )}
      <EntityForm key={kind} kind={kind} loanId={loanId} onSave={save} onCancel={back}>
        {data?.abilities.manage && !isAsset(kind) && (
          <LabelChoice chosen={labels} onChange={setLabels} />
        )}
        {templates.length > 0 && (
          <NativeSelect
            maw={420}
            mt="md"
            label="Template"
            description="Its requests for this entity are added to the package."
            value={templateId}
            onChange={(event) => setTemplateId(event.currentTarget.value)}
            data={[
              { value: '', label: 'The loan’s template' },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </EntityForm>
    </SubPage>
  );
}

export const CompanyCreatePage = () => <NewEntity kinds={['COMPANY']} title="Add a business" />;
export const TrustCreatePage = () => <NewEntity kinds={['TRUST']} title="Add a trust" />;
export const PersonCreatePage = () => <NewEntity kinds={['INDIVIDUAL']} title="Add a person" />;
export const AssetCreatePage = () => <NewEntity kinds={ASSET_KINDS} title="Add collateral" />;
export const ApplicantCreatePage = () => (
  <NewEntity
    kinds={['COMPANY', 'INDIVIDUAL', 'TRUST']}
    title="Add the applicant"
    labels={['APPLICANT']}
  />
);

function EditEntity({ entity, loanId }: { entity: LoanEntity; loanId: string }) {
  const back = useBackToEntities(loanId);
  const [labels, setLabels] = useState(entity.labels);
  const onFailure = isShownInForm;
  const update = useAction(UPDATES[entity.kind] as 'updateBusiness', { onFailure });
  const relabel = useAction('labelEntity', { onFailure });
  const save = async (information: EntityValues) => {
    const { entityId: id, version } = entity;
    await update.mutateAsync({ params: { id }, body: { version, information } });
    const added = labels.filter((label) => !entity.labels.includes(label));
    const removed = entity.labels.filter((label) => !labels.includes(label));
    if (added.length + removed.length > 0) {
      const loanEntityId = entity.id;
      await relabel.mutateAsync({ body: { loanId, loanEntityId, labels: added, removed } });
    }
    toast.success(`${entity.name} saved`);
    back();
  };
  return (
    <EntityForm
      key={entity.version}
      kind={entity.kind}
      loanId={loanId}
      entity={entity}
      onSave={save}
      onCancel={back}
    >
      {entity.abilities.label && !isAsset(entity.kind) && (
        <LabelChoice chosen={labels} onChange={setLabels} />
      )}
    </EntityForm>
  );
}

/** Edits a business, trust, collateral or person. The entity's kind decides which fields are shown. */
export function EntityEditPage() {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  const { loanId = '' } = params;
  const id = params['companyId'] ?? params['trustId'] ?? params['assetId'] ?? params['personId'];
  const query = useCall('listLoanEntities', { params: { id: loanId } });
  const { data } = query;
  if (query.isPending) return <RowsSkeleton label="Loading the entity" />;
  const isRefused = NOT_MINE.includes((query.error as CallError | null)?.status ?? 0);
  if (!data && !isRefused) {
    return (
      <SubPage loanId={loanId} title="Entity">
        <QueryFallback
          query={query}
          loading="Loading the entity"
          failed="The entity could not be loaded"
        />
      </SubPage>
    );
  }
  const entity = data?.loanEntities.find(({ entityId }) => entityId === id);
  if (!data || !entity) {
    return (
      <SubPage loanId={loanId} title="Not on this loan">
        <EmptyState title="This entity is no longer on the loan" />
      </SubPage>
    );
  }
  return (
    <SubPage loanId={loanId} title={entity.name} lead={ENTITY_KINDS[entity.kind]}>
      <EditEntity entity={entity} loanId={loanId} />
      {data.abilities.manage && entity.kind !== 'INDIVIDUAL' && (
        <OwnersEditor
          entity={entity}
          entities={data.loanEntities}
          owners={data.owners}
          rules={data.rules}
        />
      )}
      {entity.kind === 'INDIVIDUAL' && entity.abilities.reveal && <LicenseCard entity={entity} />}
      {data.abilities.manage ? (
        <OwnFields entity={entity} />
      ) : (
        <OwnFieldList customizations={entity.customizations} />
      )}
      <InformationHistory entity={entity} />
    </SubPage>
  );
}
