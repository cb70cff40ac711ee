import type { Template } from '@cairn/contract';
import { Box, Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import classes from './BuilderPage.module.css';
import type { TemplateAddresses } from './templateAddresses.ts';
import { reloadState, stateOf } from './templateData.ts';
import type { Saving } from './writeQueue.ts';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));

const SAVING: Record<Saving, string> = {
  saved: 'All changes saved',
  saving: 'Saving…',
  failed: 'Not saved',
};

export const stageOf = ({ publishedVersion, hasUnpublishedChanges }: Template): string => {
  if (publishedVersion === 0) return 'Draft';
  return hasUnpublishedChanges
    ? `Draft after version ${publishedVersion}`
    : `Version ${publishedVersion}`;
};

interface BuilderBarProps {
  template: Template;
  addresses: TemplateAddresses;
  saving: Saving;
  /** The title of the last deletion that can be undone, or null. */
  undo: string | null;
  onUndo: () => void;
  settled: () => Promise<void>;
}

function usePublish(template: Template, settled: () => Promise<void>) {
  const { mutate, isPending } = useAction('publishTemplate');
  return {
    isPending,
    publish: async () => {
      // Waits for pending changes, so that the published version contains them.
      await settled();
      const revision = stateOf(template.id)?.template.revision ?? template.revision;
      mutate(
        { params: { id: template.id }, body: { revision } },
        {
          onSuccess: ({ publishedVersion }) =>
            toast.success(`Version ${publishedVersion} is published`),
          onError: () => void reloadState(template.id),
        },
      );
    },
  };
}

export function BuilderBar({
  template,
  addresses,
  saving,
  undo,
  onUndo,
  settled,
}: BuilderBarProps) {
  const [previewing, setPreviewing] = useState(false);
  const { publish, isPending } = usePublish(template, settled);
  return (
    <header className={classes.bar}>
      <Link to={addresses.list} className={classes.back ?? ''}>
        <IconChevronLeft size={16} stroke={1.7} aria-hidden />
        {addresses.title}
      </Link>
      <Text component="h1" truncate size="section" fw={600} lts="var(--tracking-section)">
        {template.name}
      </Text>
      <span className={classes.plain}>{stageOf(template)}</span>
      <Box component="span" flex={1} visibleFrom="wide" />
      {undo !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={15} stroke={1.7} aria-hidden />}
          onClick={onUndo}
        >
          Undo delete
        </Button>
      )}
      <Text component="output" size="meta" c="var(--ink-2)" style={{ whiteSpace: 'nowrap' }}>
        {SAVING[saving]}
      </Text>
      <Button variant="default" onClick={() => setPreviewing(true)}>
        Preview as borrower
      </Button>
      <Button
        loading={isPending}
        disabled={!template.hasUnpublishedChanges}
        onClick={() => void publish()}
      >
        Publish
      </Button>
      {previewing && (
        <Suspense fallback={null}>
          <PreviewDialog template={template} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
    </header>
  );
}
