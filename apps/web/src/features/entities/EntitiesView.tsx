import type { GuaranteeSuggestion, LoanEntity, Owner } from '@cairn/contract';
import { ENTITY_KINDS, ENTITY_LABELS } from '@cairn/contract/entity-fields';
import { folderKindOf } from '@cairn/contract/folder-kinds';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { KindTile } from './kinds.tsx';
import { OwnInformation } from './OwnInformation.tsx';
import classes from './Entities.module.css';
import { RowList } from '../../ui/RowList.tsx';

const RemoveEntityDialog = lazy(() => import('./RemoveEntityDialog.tsx'));

function EditLink({ entity }: { entity: LoanEntity }) {
  const { loanId, entityId } = entity;
  const className = classes.name;
  switch (folderKindOf(entity.kind)) {
    case 'individual':
      return (
        <Link className={className} to={routes.personEdit} params={{ loanId, personId: entityId }}>
          {entity.name}
        </Link>
      );
    case 'trust':
      return (
        <Link className={className} to={routes.trustEdit} params={{ loanId, trustId: entityId }}>
          {entity.name}
        </Link>
      );
    case 'asset':
      return (
        <Link className={className} to={routes.assetEdit} params={{ loanId, assetId: entityId }}>
          {entity.name}
        </Link>
      );
    default:
      return (
        <Link
          className={className}
          to={routes.companyEdit}
          params={{ loanId, companyId: entityId }}
        >
          {entity.name}
        </Link>
      );
  }
}

function EntityRow({ entity, owners }: { entity: LoanEntity; owners: Owner[] }) {
  const [asking, setAsking] = useState(false);
  const entityOwners = owners.filter(({ ownedId }) => ownedId === entity.entityId);
  return (
    <Group component="li" className={classes.row} gap={14} wrap="nowrap" py="xs" px="md">
      <KindTile kind={entity.kind} />
      <Box flex={1} miw={0}>
        <EditLink entity={entity} />
        <p className={classes.meta}>
          {[ENTITY_KINDS[entity.kind], ...entity.labels.map((label) => ENTITY_LABELS[label])].join(
            ' · ',
          )}
        </p>
        {entityOwners.length > 0 && (
          <p className={classes.meta}>
            Owned by{' '}
            {entityOwners.map(({ ownerName, share }) => `${ownerName} ${share}%`).join(', ')}
          </p>
        )}
      </Box>
      <p className={classes.masks}>{Object.values(entity.masked).join('  ')}</p>
      <p className={classes.date}>{formatDay(entity.lastModifiedDate.slice(0, 10))}</p>
      {entity.abilities.remove && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Remove ${entity.name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      )}
      {asking && (
        <Suspense fallback={null}>
          <RemoveEntityDialog entity={entity} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Group>
  );
}

interface SuggestionProps {
  suggestion: GuaranteeSuggestion;
  entity: LoanEntity | undefined;
}

/** Shown with its reason and source. The lender decides whether the person becomes a guarantor. */
function Suggestion({ suggestion, entity }: SuggestionProps) {
  const relabel = useAction('labelEntity');
  const { entityName, share, ownedName, reason, source, effectiveFrom } = suggestion;
  return (
    <li className={classes.suggestion}>
      <div>
        <p>
          <strong>{entityName}</strong> owns {share}% of {ownedName} and does not guarantee the
          loan.
        </p>
        <p className={classes.meta}>
          {reason} {source}, effective {formatDay(effectiveFrom)}.
        </p>
      </div>
      {entity?.abilities.label && (
        <Button
          variant="default"
          loading={relabel.isPending}
          onClick={() =>
            relabel.mutate({
              body: {
                loanId: entity.loanId,
                loanEntityId: entity.id,
                labels: ['GUARANTOR'],
              },
            })
          }
        >
          Add as guarantor
        </Button>
      )}
    </li>
  );
}

export function EntitiesView({ loanId, asBorrower }: { loanId: string; asBorrower: boolean }) {
  const query = useCall('listLoanEntities', { params: { id: loanId } });
  const { data } = query;
  if (!data) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the entities"
        failed="The entities could not be loaded"
      />
    );
  }
  const byId = new Map(data.loanEntities.map((each) => [each.entityId, each]));
  return (
    <div>
      <Flex wrap="wrap" align="end" justify="space-between" gap="sm" mb="md">
        <Text component="h2" size="section" fw={600} lts="var(--tracking-section)">
          Entities
        </Text>
        {data.abilities.add && (
          <Flex wrap="wrap" align="end" gap="sm">
            {data.abilities.manage && data.loanEntities.length > 1 && (
              <LinkButton
                variant="default"
                to={routes.entityBulkUpdate}
                params={{ loanId }}
                leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
              >
                Bulk edit
              </LinkButton>
            )}
            {data.abilities.manage && (
              <LinkButton
                variant="default"
                to={routes.entityBulkCreate}
                params={{ loanId }}
                leftSection={<IconTable size={16} stroke={1.7} aria-hidden />}
              >
                Bulk add
              </LinkButton>
            )}
            <LinkButton
              to={routes.entityCreate}
              params={{ loanId }}
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
            >
              Add an entity
            </LinkButton>
          </Flex>
        )}
      </Flex>
      {asBorrower && <OwnInformation loanId={loanId} />}
      {data.suggestions.length > 0 && (
        <Box component="ul" mb="md" aria-label="Suggestions">
          {data.suggestions.map((suggestion) => (
            <Suggestion
              key={suggestion.entityId}
              suggestion={suggestion}
              entity={byId.get(suggestion.entityId)}
            />
          ))}
        </Box>
      )}
      {data.loanEntities.length === 0 && !asBorrower && (
        <EmptyState title="No entities yet">
          Add the applicant first. Each entity gets its own folder in the package.
        </EmptyState>
      )}
      <RowList framed aria-label="Entities of the loan">
        {data.loanEntities.map((entity) => (
          <EntityRow key={entity.id} entity={entity} owners={data.owners} />
        ))}
      </RowList>
    </div>
  );
}
