import type { Template, TemplateVersion } from '@cairn/contract';
import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { stageOf } from './BuilderBar.tsx';
import classes from './BuilderPage.module.css';
import { ElementTree, ElementTreeHead } from './ElementTree.tsx';
import type { TemplateAddresses } from './templateAddresses.ts';
import { TemplateMissing } from './TemplateMissing.tsx';
import { useTemplate } from './templateData.ts';
import { TreeTools } from './TreeTools.tsx';
import { useTree } from './useTree.ts';
import versionClasses from './Versions.module.css';

interface VersionsProps {
  template: Template;
  shown: number;
  onShow: (version: number) => void;
  addresses: TemplateAddresses;
}

function Version({ version }: { version: TemplateVersion }) {
  return (
    <>
      <strong>Version {version.version}</strong>
      <Text component="span" size="meta" c="var(--ink-3)">
        {formatDate(version.publishedDate)}
        {version.publishedByUser && `, ${personName(version.publishedByUser)}`}
      </Text>
      {version.note && (
        <Text component="span" size="meta" c="var(--ink-3)">
          {version.note}
        </Text>
      )}
      <Text component="span" size="meta" c="var(--ink-3)">
        {version.totalElements} elements
      </Text>
    </>
  );
}

/** Published versions, newest first. A version can be viewed and copied, but not changed. */
function Versions({ template, shown, onShow, addresses }: VersionsProps) {
  const navigate = useNavigate();
  const { data } = useCall('listTemplateVersions', { params: { id: template.id } });
  const copy = useAction('copyTemplate');
  const copyShown = () =>
    copy.mutate(
      { body: { templateId: template.id, version: shown } },
      { onSuccess: ({ id }) => void navigate({ to: addresses.edit, params: { templateId: id } }) },
    );
  return (
    <Flex
      component="section"
      direction="column"
      gap="sm"
      py={18}
      px="s20"
      style={{ overflowY: 'auto' }}
      aria-label="Versions"
    >
      <Text component="h2" size="section" fw={600}>
        Versions
      </Text>
      <Flex component="ul" direction="column" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        <li>
          <button
            type="button"
            className={versionClasses.item}
            aria-pressed={shown === 0}
            onClick={() => onShow(0)}
          >
            <strong>Draft</strong>
            <Text component="span" size="meta" c="var(--ink-3)">
              {template.hasUnpublishedChanges ? 'Has changes' : 'Same as the last version'}
            </Text>
          </button>
        </li>
        {data?.versions.map((version) => (
          <li key={version.version}>
            <button
              type="button"
              className={versionClasses.item}
              aria-pressed={shown === version.version}
              onClick={() => onShow(version.version)}
            >
              <Version version={version} />
            </button>
          </li>
        ))}
      </Flex>
      {template.abilities.edit && (
        <Button variant="default" loading={copy.isPending} onClick={copyShown}>
          Copy as a new template
        </Button>
      )}
    </Flex>
  );
}

/** Read-only view of a template: the draft or one of its versions. */
export function TemplatePage({ addresses }: { addresses: TemplateAddresses }) {
  const { templateId = '' } = useParams({ strict: false });
  const [version, setVersion] = useState(0);
  const [selected, setSelected] = useState<string | null>(null);
  const { data: state, isPending, isError, error, refetch } = useTemplate(templateId, version);
  const { data: draft } = useTemplate(templateId);
  const tree = useTree(state?.elements ?? []);
  const waiting = useDelayed(isPending);
  if (isError && !state) {
    return <TemplateMissing error={error} addresses={addresses} onAgain={() => void refetch()} />;
  }
  const template = draft?.template;
  return (
    <Stack gap={0} h={{ base: 'auto', wide: '100dvh' }}>
      <header className={classes.bar}>
        <Link to={addresses.list} className={classes.back ?? ''}>
          <IconChevronLeft size={16} stroke={1.7} aria-hidden />
          {addresses.title}
        </Link>
        <Text component="h1" truncate size="section" fw={600} lts="var(--tracking-section)">
          {template?.name ?? 'Template'}
        </Text>
        {template && <span className={classes.plain}>{stageOf(template)}</span>}
        <Box component="span" flex={1} visibleFrom="wide" />
        {template?.abilities.edit && (
          <LinkButton to={addresses.edit} params={{ templateId }}>
            Edit
          </LinkButton>
        )}
      </header>
      <div className={classes.body}>
        <Stack gap={0} miw={0} mih={0}>
          <div className={classes.tools}>
            <TreeTools tree={tree} />
          </div>
          <ElementTreeHead />
          {waiting && <RowsSkeleton label="Loading the template" />}
          <ElementTree
            label="Elements"
            rows={tree.rows}
            closed={tree.closed}
            onToggle={tree.toggle}
            selected={selected}
            onSelect={setSelected}
            renaming={null}
          />
        </Stack>
        <Stack className={classes.side} gap={0} mih={0}>
          {template && (
            <Versions
              template={template}
              shown={version}
              onShow={setVersion}
              addresses={addresses}
            />
          )}
        </Stack>
      </div>
    </Stack>
  );
}
