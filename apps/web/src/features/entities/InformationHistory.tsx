import type { LoanEntity } from '@cairn/contract';
import { ENTITY_FIELDS } from '@cairn/contract/entity-fields';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import type { Reply } from '../../lib/client.ts';
import { labelOf, formatValue } from './information.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import classes from './Entities.module.css';
import { RowList } from '../../ui/RowList.tsx';

type Version = Reply<'getInformationHistory'>['versions'][number];

function whatHappened(entity: LoanEntity, { version, changed, restoredFrom }: Version): string {
  if (restoredFrom !== null) return `Version ${restoredFrom} restored`;
  if (version === 1) return 'Added';
  return `Changed: ${changed.map((name) => labelOf(entity.kind, name)).join(', ')}`;
}

function OlderVersion({ entity, version }: { entity: LoanEntity; version: Version }) {
  const values = { ...version.information, ...version.masked };
  return (
    <DescriptionList
      items={ENTITY_FIELDS[entity.kind]
        .filter(({ name }) => values[name] !== undefined)
        .map(({ name, label }) => [label, formatValue(entity.kind, name, values[name] ?? null)])}
    />
  );
}

/** Who changed what and when. An older version can be viewed and restored. */
export function InformationHistory({ entity }: { entity: LoanEntity }) {
  const { data } = useCall('getInformationHistory', { params: { id: entity.entityId } });
  const [open, setOpen] = useState<number | null>(null);
  const restore = useAction('restoreInformation');
  const bringBack = (from: number) =>
    restore.mutate(
      { params: { id: entity.entityId }, body: { version: entity.version, from } },
      { onSuccess: () => toast.success(`Version ${from} restored`) },
    );
  return (
    <Paper component="section" mt="md" p="s20" withBorder radius="lg" aria-label="History">
      <Text component="h2" className={classes.heading} mb="sm" size="subsection" fw={600}>
        History
      </Text>
      <RowList component="ol">
        {data?.versions.map((version) => (
          <Text component="li" key={version.version} py="s10" size="table">
            <Group gap="sm" wrap="nowrap" justify="space-between">
              <span>
                {whatHappened(entity, version)}
                <span className={classes.meta}>
                  {version.by ? `${personName(version.by)}, ` : ''}
                  {formatDay(version.at.slice(0, 10))}
                </span>
              </span>
              {version.version < entity.version && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-expanded={open === version.version}
                  onClick={() => setOpen(open === version.version ? null : version.version)}
                >
                  {open === version.version ? 'Close' : `View version ${version.version}`}
                </Button>
              )}
            </Group>
            {open === version.version && (
              <>
                <OlderVersion entity={entity} version={version} />
                {entity.abilities.edit && (
                  <Button
                    variant="default"
                    loading={restore.isPending}
                    onClick={() => bringBack(version.version)}
                  >
                    Restore this version
                  </Button>
                )}
              </>
            )}
          </Text>
        ))}
      </RowList>
    </Paper>
  );
}
