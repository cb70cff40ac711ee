import { type RefObject, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import {
  placeIndented,
  placeOutdented,
  placeForNew,
  type Row,
  placeStepped,
} from './builderTree.ts';
import type { TemplateDraft } from './templateDraft.ts';
import type { TreeActions } from './ElementTree.tsx';

interface Options {
  drafting: TemplateDraft;
  rows: Row[];
  closed: ReadonlySet<string>;
  open: (id: string) => void;
  inspector: RefObject<HTMLInputElement | null>;
}

/** The actions behind the keyboard shortcuts and buttons of the builder. */
export function useBuilder({ drafting, rows, closed, open, inspector }: Options) {
  const [selected, setSelected] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const fresh = useRef<string | null>(null);
  const elements = () => drafting.queue.shown()?.elements ?? [];
  const focused = () => rows.find((row) => row.element.templateElementId === selected)?.element;

  const create = (
    storageType: 'FILE' | 'FOLDER',
    block?: Parameters<TemplateDraft['create']>[2],
  ) => {
    const place = placeForNew(elements(), focused(), closed);
    if (place.parentId !== null) open(place.parentId);
    const id = drafting.create(storageType, place, block);
    setSelected(id);
    if (block === undefined) {
      fresh.current = id;
      setRenaming(id);
    }
  };

  const relocate = (id: string, place: ReturnType<typeof placeStepped>, sentence: string) => {
    if (!place) return;
    if (place.parentId !== null) open(place.parentId);
    drafting.move(id, place);
    announce(sentence);
  };

  const actions: TreeActions = {
    create,
    startRename: setRenaming,
    rename: (id, title) => {
      setRenaming((now) => (now === id ? null : now));
      const element = elements().find((each) => each.templateElementId === id);
      if (title !== null && title.trim() !== '' && element && title.trim() !== element.title) {
        drafting.update(id, { title: title.trim() });
      }
    },
    indent: (id) => relocate(id, placeIndented(elements(), id), 'Moved into the folder above'),
    outdent: (id) => relocate(id, placeOutdented(elements(), id), 'Moved out of its folder'),
    step: (id, step) =>
      relocate(id, placeStepped(elements(), id, step), step === 1 ? 'Moved down' : 'Moved up'),
    remove: (id) => {
      const at = rows.findIndex((row) => row.element.templateElementId === id);
      const level = rows[at]?.level ?? 1;
      const next = rows.slice(at + 1).find((row) => row.level <= level) ?? rows[at - 1];
      drafting.remove(id);
      setSelected(next?.element.templateElementId ?? null);
      announce('Deleted. Press Ctrl+Z to undo.');
    },
    undo: () => drafting.undo(),
    move: (id, place) => drafting.move(id, place),
    leave: () => inspector.current?.focus(),
  };
  return { actions, selected, setSelected, renaming, create };
}
