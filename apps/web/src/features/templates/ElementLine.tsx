import { Flex, Text } from '@mantine/core';
import type { TemplateElement } from '@cairn/contract';
import {
  type Icon,
  IconBuilding,
  IconBuildingEstate,
  IconBuildingBank,
  IconEyeOff,
  IconFileText,
  IconFolder,
  IconGripVertical,
  IconHelpCircle,
  IconUser,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { TreeChevron, type TreeNode } from '../../ui/Tree.tsx';
import type { Row } from './builderTree.ts';
import classes from './ElementTree.module.css';
import { Title } from './Title.tsx';
import { type Chip, chipsOf, metaOf } from './elementText.ts';

const BLOCK_ICONS: Partial<Record<TemplateElement['blockType'], [Icon, string]>> = {
  COMPANY: [IconBuilding, 'blue'],
  INDIVIDUAL: [IconUser, 'violet'],
  TRUST: [IconBuildingBank, 'teal'],
  ASSET: [IconBuildingEstate, 'orange'],
};

function KindIcon({ element }: { element: TemplateElement }) {
  const block = BLOCK_ICONS[element.blockType];
  if (element.storageType === 'FOLDER' && element.parentId === null && block) {
    const [BlockIcon, hue] = block;
    return <BlockIcon size={17} stroke={1.7} style={{ color: `var(--${hue}-fg)` }} aria-hidden />;
  }
  if (element.storageType === 'FOLDER') return <IconFolder size={17} stroke={1.7} aria-hidden />;
  if (element.answerType === 'DOCUMENT') return <IconFileText size={17} stroke={1.7} aria-hidden />;
  return <IconHelpCircle size={17} stroke={1.7} aria-hidden />;
}

const PRIORITY: Record<TemplateElement['priorityType'], string> = {
  URGENT: 'Urgent',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  PRIVATE: 'Private',
  HIDDEN: 'Hidden',
};
/** About as many characters as fit into the column. */
const ROOM = 32;

/** Number of chips that fit. The others are shown as a count. */
function countFitting(chips: readonly Chip[]): number {
  let characters = 0;
  const over = chips.findIndex(({ label }) => (characters += label.length + 2) > ROOM);
  return Math.max(over === -1 ? chips.length : over, 1);
}

function Chips({ element }: { element: TemplateElement }) {
  const chips = chipsOf(element);
  const shownCount = countFitting(chips);
  const left = chips.slice(shownCount);
  return (
    <Flex component="span" className={classes.flags} gap="s4" miw={0}>
      {chips.slice(0, shownCount).map(({ label, hue }) => (
        <span
          key={label}
          className={classes.chip}
          style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
        >
          {label}
        </span>
      ))}
      {left.length > 0 && (
        <span className={classes.more} title={left.map(({ label }) => label).join(', ')}>
          +{left.length}
        </span>
      )}
    </Flex>
  );
}

interface ElementLineProps {
  node: TreeNode;
  row: Row;
  renaming: boolean;
  onRenamed: (title: string | null) => void;
  editable: boolean;
}

function Rename({ title, onRenamed }: { title: string; onRenamed: ElementLineProps['onRenamed'] }) {
  const input = useRef<HTMLInputElement>(null);
  // Only on mount: later typing must not select the text again.
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    // The keyboard shortcuts of the tree are off while the user types.
    event.stopPropagation();
    if (event.key === 'Enter') onRenamed(event.currentTarget.value);
    if (event.key === 'Escape') onRenamed(null);
  };
  return (
    <input
      className={classes.rename}
      aria-label="Title of the element"
      defaultValue={title}
      maxLength={255}
      ref={input}
      onKeyDown={keys}
      onBlur={(event) => onRenamed(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

/** A row of the builder: title, flags and priority of an element. */
export function ElementLine({ node, row, renaming, onRenamed, editable }: ElementLineProps) {
  const { element, level } = row;
  return (
    <>
      <Flex
        component="span"
        className={classes.name}
        align="center"
        gap="xs"
        miw={0}
        c="var(--ink-2)"
        style={{ paddingLeft: (level - 1) * 24 }}
      >
        {editable && <IconGripVertical className={classes.grip} size={14} aria-hidden />}
        <TreeChevron node={node} />
        <KindIcon element={element} />
        {renaming ? (
          <Rename title={element.title} onRenamed={onRenamed} />
        ) : (
          <>
            <Text
              span
              className={classes.text}
              inherit
              truncate
              flex="0 1 auto"
              miw={40}
              c="var(--ink)"
            >
              <Title title={element.title} oneLine />
            </Text>
            {element.hidden && <IconEyeOff size={14} stroke={1.7} aria-label="Hidden" />}
            <Text
              span
              className={classes.meta}
              size="meta"
              truncate
              flex="1 100 0"
              miw={0}
              c="dimmed"
            >
              {metaOf(element)}
            </Text>
          </>
        )}
      </Flex>
      <Chips element={element} />
      <span className={classes.priority}>
        {element.storageType === 'FOLDER' ? '' : PRIORITY[element.priorityType]}
      </span>
    </>
  );
}
