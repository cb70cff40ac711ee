import type { BlockType } from '@cairn/contract/template-terms';
import { type After, TemplateTree, type TreeNode } from '@cairn/contract/template-tree';
import type { TemplateElement } from '@cairn/contract';

export interface Row {
  element: TemplateElement;
  /** Starts at 1, like aria-level. */
  level: number;
  children: number;
}

const nodeOf = (element: TemplateElement): TreeNode => ({
  id: element.templateElementId,
  parentId: element.parentId,
  position: element.position,
  blockType: element.blockType,
  storageType: element.storageType,
});

export const treeOf = (elements: readonly TemplateElement[], block: BlockType) =>
  new TemplateTree(elements.map(nodeOf), block);

/** The elements in reading order, without the contents of closed folders. */
export function rowsOf(
  elements: readonly TemplateElement[],
  closed: ReadonlySet<string>,
  hideFiles: boolean,
): Row[] {
  const byId = new Map(elements.map((element) => [element.templateElementId, element]));
  const tree = treeOf(elements, 'LOAN');
  const rows: Row[] = [];
  const visit = (parentId: string | null, level: number): void => {
    for (const { id, storageType } of tree.childrenOf(parentId)) {
      if (hideFiles && storageType === 'FILE') continue;
      rows.push({ element: byId.get(id)!, level, children: tree.childrenOf(id).length });
      if (!closed.has(id)) visit(id, level + 1);
    }
  };
  visit(null, 1);
  return rows;
}

/** IDs of the folders at this depth and below, to be closed. */
export function closedBelow(elements: readonly TemplateElement[], depth: number): Set<string> {
  const folders = new Set(
    elements.flatMap((each) => (each.storageType === 'FOLDER' ? [each.templateElementId] : [])),
  );
  return new Set(
    treeOf(elements, 'LOAN')
      .inReadingOrder()
      .filter((each) => folders.has(each.id) && each.depth + 1 >= depth)
      .map(({ id }) => id),
  );
}

export interface Place {
  parentId: string | null;
  afterId: After;
}

/** Where a new element goes: at the end of the focused folder if it is open, otherwise after the focused element. */
export function placeForNew(
  elements: readonly TemplateElement[],
  focused: TemplateElement | undefined,
  closed: ReadonlySet<string>,
): Place {
  if (!focused) return { parentId: null, afterId: undefined };
  const id = focused.templateElementId;
  if (focused.storageType === 'FOLDER' && !closed.has(id)) {
    const last = treeOf(elements, 'LOAN').childrenOf(id).at(-1);
    return { parentId: id, afterId: last?.id ?? null };
  }
  return { parentId: focused.parentId, afterId: id };
}

/** Moves the element to the end of the nearest folder above it among its siblings. Undefined if there is none. */
export function placeIndented(elements: readonly TemplateElement[], id: string): Place | undefined {
  const tree = treeOf(elements, 'LOAN');
  const node = tree.find(id);
  const siblings = node ? tree.childrenOf(node.parentId) : [];
  const at = siblings.findIndex((sibling) => sibling.id === id);
  const above = siblings
    .slice(0, Math.max(at, 0))
    .findLast((each) => each.storageType === 'FOLDER');
  return above && { parentId: above.id, afterId: tree.childrenOf(above.id).at(-1)?.id ?? null };
}

/** Moves the element out of its folder, to the place directly after the folder. */
export function placeOutdented(
  elements: readonly TemplateElement[],
  id: string,
): Place | undefined {
  const tree = treeOf(elements, 'LOAN');
  const parent = tree.find(tree.find(id)?.parentId ?? '');
  return parent && { parentId: parent.parentId, afterId: parent.id };
}

/** Moves the element up or down by one place among its siblings. */
export function placeStepped(
  elements: readonly TemplateElement[],
  id: string,
  step: 1 | -1,
): Place | undefined {
  const tree = treeOf(elements, 'LOAN');
  const node = tree.find(id);
  if (!node) return undefined;
  const siblings = tree.childrenOf(node.parentId);
  const at = siblings.findIndex((sibling) => sibling.id === id);
  if (!siblings[at + step]) return undefined;
  const after = step === 1 ? siblings[at + 1]! : siblings[at - 2];
  return { parentId: node.parentId, afterId: after?.id ?? null };
}

/** The elements after one of them was moved. Throws if the element is not allowed there. */
export function moveElement(
  elements: readonly TemplateElement[],
  block: BlockType,
  id: string,
  { parentId, afterId }: Place,
): TemplateElement[] {
  const tree = treeOf(elements, block);
  tree.move(id, parentId, afterId);
  return placeElement(elements, tree);
}

/** Updates the positions and blocks from the tree. Elements that are not in the tree are omitted. */
export function placeElement(
  elements: readonly TemplateElement[],
  tree: TemplateTree,
): TemplateElement[] {
  return elements.flatMap((element) => {
    const node = tree.find(element.templateElementId);
    if (!node) return [];
    const { parentId, position, blockType } = node;
    return [{ ...element, parentId, position, blockType }];
  });
}
