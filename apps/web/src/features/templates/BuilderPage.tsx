import { BLOCK_TYPES } from '@cairn/contract/template-terms';
import { Box, Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Navigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useStore } from '../../lib/store.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { BuilderBar } from './BuilderBar.tsx';
import classes from './BuilderPage.module.css';
import { TemplateDraft } from './templateDraft.ts';
import { ElementTree, ElementTreeHead } from './ElementTree.tsx';
import type { TemplateAddresses } from './templateAddresses.ts';
import { Inspector } from './Inspector.tsx';
import { TemplateMissing } from './TemplateMissing.tsx';
import { stateOf, type TemplateState, useTemplate } from './templateData.ts';
import { TreeTools } from './TreeTools.tsx';
import { TypeChoices } from './TypeChoices.tsx';
import { useBuilder } from './useBuilder.ts';
import { useTree } from './useTree.ts';
import { withWaiting } from './writeQueue.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['N', 'file'],
  ['⇧ N', 'folder'],
  ['Tab', 'indent'],
  ['Alt ↑↓', 'move'],
  ['Esc', 'leave the list'],
];

function Footer({ state, onAdd }: { state: TemplateState; onAdd: Add }) {
  const { elements, template } = state;
  const files = elements.filter(({ answerType }) => answerType === 'DOCUMENT').length;
  return (
    <footer className={classes.foot}>
      <Button
        variant="subtle"
        size="compact-sm"
        c="var(--ink)"
        fw={500}
        fz="table"
        lh="table"
        leftSection={<IconPlus size={15} stroke={1.9} aria-hidden />}
        onClick={() => onAdd('FILE')}
      >
        Add file
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        c="var(--ink)"
        fw={500}
        fz="table"
        lh="table"
        onClick={() => onAdd('FOLDER')}
      >
        Add folder
      </Button>
      {template.blockType === 'LOAN' &&
        (['COMPANY', 'INDIVIDUAL', 'TRUST', 'ASSET'] as const)
          .filter((block) => !elements.some(({ blockType }) => blockType === block))
          .map((block) => (
            <Button
              key={block}
              variant="subtle"
              size="compact-sm"
              c="var(--ink)"
              fw={500}
              fz="table"
              lh="table"
              onClick={() => onAdd('FOLDER', block)}
            >
              Add {BLOCK_TYPES[block].toLowerCase()} block
            </Button>
          ))}
      <Box component="span" className={classes.keys} flex={1} py="s2" c="var(--ink-2)" aria-hidden>
        {KEYS.map(([key, does]) => (
          <span key={key}>
            <Text
              component="kbd"
              size="meta"
              py={1}
              px={5}
              bg="var(--surface)"
              bd="var(--border-strong)"
              bdrs="sm"
            >
              {key}
            </Text>{' '}
            {does}
          </span>
        ))}
      </Box>
      <Text component="span" inherit c="var(--ink-2)">
        {elements.length} elements, {files} file requests
      </Text>
    </footer>
  );
}
type Add = ReturnType<typeof useBuilder>['create'];

/** The template as the server has it, with pending writes applied. */
function useShown({ queue }: TemplateDraft, loaded: TemplateState): TemplateState {
  const waiting = useStore(queue.waiting);
  // Read from the cache, not from the rendered query: a reply is in the cache before its write leaves the queue, and
  // the query updates a moment later.
  const state = stateOf(loaded.template.id) ?? loaded;
  return useMemo(() => withWaiting(state, waiting), [state, waiting]);
}

function Builder({
  state: loaded,
  addresses,
}: {
  state: TemplateState;
  addresses: TemplateAddresses;
}) {
  const templateId = loaded.template.id;
  const drafting = useMemo(() => new TemplateDraft(templateId), [templateId]);
  const state = useShown(drafting, loaded);
  const { template, elements } = state;
  const tree = useTree(elements);
  const first = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const builder = useBuilder({
    drafting,
    rows: tree.rows,
    closed: tree.closed,
    open: (id) => tree.toggle(id, true),
    inspector: first,
  });
  const { actions, selected, setSelected, renaming, create } = builder;
  const saving = useStore(drafting.queue.saving);
  const undoable = useStore(drafting.undoable);
  const element = elements.find((each) => each.templateElementId === selected);
  const backToRow = () =>
    page.current?.querySelector<HTMLElement>(`[data-id="${selected}"]`)?.focus();
  return (
    <Stack ref={page} gap={0} h={{ base: 'auto', wide: '100dvh' }}>
      <BuilderBar
        template={template}
        addresses={addresses}
        saving={saving}
        undo={undoable.at(-1)?.title ?? null}
        onUndo={actions.undo}
        settled={() => drafting.queue.settled()}
      />
      <div className={classes.body}>
        <Stack gap={0} miw={0} mih={0}>
          <div className={classes.tools}>
            <TypeChoices template={template} drafting={drafting} />
            <TreeTools tree={tree} />
          </div>
          <ElementTreeHead />
          {elements.length === 0 && (
            <EmptyState title="No requests yet">
              Press N for the first file, ⇧N for a folder.
            </EmptyState>
          )}
          <ElementTree
            label="Elements"
            rows={tree.rows}
            closed={tree.closed}
            onToggle={tree.toggle}
            selected={selected}
            onSelect={setSelected}
            renaming={renaming}
            actions={actions}
          />
          <Footer state={state} onAdd={create} />
        </Stack>
        <Stack className={classes.side} gap={0} mih={0}>
          {element ? (
            <Inspector
              key={element.templateElementId}
              element={element}
              drafting={drafting}
              editable
              first={first}
              onLeave={backToRow}
            />
          ) : (
            <EmptyState title="Choose an element">Its details show here.</EmptyState>
          )}
        </Stack>
      </div>
    </Stack>
  );
}

/** The template builder: a tree with an inspector. Changes are saved immediately. */
export function BuilderPage({ addresses }: { addresses: TemplateAddresses }) {
  const { templateId = '' } = useParams({ strict: false });
  const { data: state, isPending, isError, error, refetch } = useTemplate(templateId);
  const waiting = useDelayed(isPending);
  if (!state) {
    if (isError)
      return <TemplateMissing error={error} addresses={addresses} onAgain={() => void refetch()} />;
    return (
      <Box py="xl" px="var(--layout-gutter)">
        {waiting && <RowsSkeleton label="Loading the template" />}
      </Box>
    );
  }
  if (!state.template.abilities.edit)
    return <Navigate to={addresses.view} params={{ templateId }} replace />;
  return <Builder key={templateId} state={state} addresses={addresses} />;
}
