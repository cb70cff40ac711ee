import type { TemplateElement } from '@cairn/contract';
import {
  type Icon,
  IconBuilding,
  IconBuildingEstate,
  IconBuildingBank,
  IconChevronRight,
  IconEyeOff,
  IconFileText,
  IconFolder,
  IconGripVertical,
  IconHelpCircle,
  IconUser,
} from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { Row } from './builderTree.ts';
import classes from './ElementTree.module.css';
import { Title } from './Title.tsx';
import { type Chip, chipsOf, metaOf } from './words.ts';

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
/** About as many letters as the column is wide. */
const ROOM = 32;

/** What fits; the rest is counted. */
function fitting(chips: readonly Chip[]): number {
  let letters = 0;
  const over = chips.findIndex(({ label }) => (letters += label.length + 2) > ROOM);
  return Math.max(over === -1 ? chips.length : over, 1);
}

function Chips({ element }: { element: TemplateElement }) {
  const chips = chipsOf(element);
  const shown = fitting(chips);
  const left = chips.slice(shown);
  return (
    <span className={classes.flags}>
      {chips.slice(0, shown).map(({ label, hue }) => (
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
    </span>
  );
}

export interface RowHandlers {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: () => void;
  onDoubleClick?: () => void;
  onDragStart?: (event: DragEvent<HTMLElement>) => void;
  onDragOver?: (event: DragEvent<HTMLElement>) => void;
  onDragEnd?: () => void;
  onDrop?: (event: DragEvent<HTMLElement>) => void;
}

interface ElementRowProps {
  row: Row;
  expanded: boolean;
  selected: boolean;
  reachable: boolean;
  top: number;
  drop: 'before' | 'inside' | 'after' | null;
  renaming: boolean;
  onRenamed: (title: string | null) => void;
  editable: boolean;
  handlers: RowHandlers;
}

function Rename({ title, onRenamed }: { title: string; onRenamed: ElementRowProps['onRenamed'] }) {
  const input = useRef<HTMLInputElement>(null);
  // Once: what is typed afterwards must not be chosen again.
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    // The tree's own keys are off while somebody types.
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

export function ElementRow(props: ElementRowProps) {
  const { row, expanded, selected, reachable, top, drop, renaming, editable, handlers } = props;
  const { element, level, children } = row;
  const isFolder = element.storageType === 'FOLDER';
  return (
    // The tree handles the keys for all its rows.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="treeitem"
      data-id={element.templateElementId}
      data-drop={drop ?? undefined}
      className={clsx(classes.row, isFolder && classes.folder)}
      style={{ transform: `translateY(${top}px)` }}
      aria-level={level}
      aria-selected={selected}
      tabIndex={reachable ? 0 : -1}
      draggable={editable && !renaming}
      {...(isFolder ? { 'aria-expanded': expanded && children > 0 } : {})}
      {...handlers}
    >
      <span className={classes.name} style={{ paddingLeft: (level - 1) * 24 }}>
        {editable && <IconGripVertical className={classes.grip} size={14} aria-hidden />}
        <span className={clsx(classes.chevron, expanded && classes.open)} data-chevron>
          {isFolder && children > 0 && <IconChevronRight size={14} stroke={2} aria-hidden />}
        </span>
        <KindIcon element={element} />
        {renaming ? (
          <Rename title={element.title} onRenamed={props.onRenamed} />
        ) : (
          <>
            <span className={classes.text}>
              <Title title={element.title} />
            </span>
            {element.hidden && <IconEyeOff size={14} stroke={1.7} aria-label="Hidden" />}
            <span className={classes.meta}>{metaOf(element)}</span>
          </>
        )}
      </span>
      <Chips element={element} />
      <span className={classes.priority}>{isFolder ? '' : PRIORITY[element.priorityType]}</span>
    </div>
  );
}
