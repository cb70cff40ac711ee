/**
 * The tree of a template: where an element may be moved, and what changes when it is moved. Pure functions, shared by
 * the server, which decides, and the browser, which shows changes optimistically.
 */
import { MAX_TEMPLATE_DEPTH, MAX_TEMPLATE_ELEMENTS, type BlockType } from './template-terms.ts';

export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly position: number;
  readonly blockType: BlockType;
  readonly storageType: 'FILE' | 'FOLDER';
}

export type Refused =
  | 'MISSING'
  | 'KNOWN_ID'
  | 'NOT_A_FOLDER'
  | 'INTO_ITSELF'
  | 'TOO_DEEP'
  | 'FOREIGN_BLOCK'
  | 'FULL';

/** Thrown for a change that would break the tree; the tree is not modified. */
export class TreeRefusal extends Error {
  readonly why: Refused;
  readonly id: string;
  constructor(why: Refused, id: string) {
    super(`${why} ${id}`);
    this.why = why;
    this.id = id;
  }
}

const STEP = 1024;
/** If two neighbors are closer than this, nothing fits between them and all siblings are renumbered. */
const CLOSEST = 1e-6;

const inOrder = (one: TreeNode, other: TreeNode): number =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

/** The position: null for first, a sibling's ID for directly after it, undefined for last. */
export type After = string | null | undefined;

export interface Inserted {
  id: string;
  parentId: string | null;
  after?: After;
  storageType: 'FILE' | 'FOLDER';
  /** Only for a root: all other elements have their parent's block type. */
  blockType?: BlockType | undefined;
}

export class TemplateTree<N extends TreeNode = TreeNode> {
  private readonly nodes = new Map<string, TreeNode>();
  private readonly children = new Map<string | null, Set<string>>();
  private readonly touched = new Set<string>();
  private readonly block: BlockType;

  constructor(nodes: Iterable<N>, templateBlock: BlockType) {
    this.block = templateBlock;
    for (const node of nodes) this.put(node);
  }

  get size(): number {
    return this.nodes.size;
  }

  find(id: string): TreeNode | undefined {
    return this.nodes.get(id);
  }

  childrenOf(parentId: string | null): TreeNode[] {
    const ids = [...(this.children.get(parentId) ?? [])];
    return ids.map((id) => this.nodes.get(id)!).toSorted(inOrder);
  }

  /** These elements and everything below them, each once, parents first. */
  subtree(ids: readonly string[]): string[] {
    const inSubtree = new Set<string>();
    const waiting = [...ids];
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (inSubtree.has(id)) continue;
      this.known(id);
      inSubtree.add(id);
      waiting.push(...(this.children.get(id) ?? []));
    }
    return [...inSubtree];
  }

  /** All elements in depth-first order, each folder before its contents, with their depth. */
  inReadingOrder(): { id: string; depth: number }[] {
    const order: { id: string; depth: number }[] = [];
    const visit = (parentId: string | null, depth: number): void => {
      for (const { id } of this.childrenOf(parentId)) {
        order.push({ id, depth });
        visit(id, depth + 1);
      }
    };
    visit(null, 0);
    return order;
  }

  insert({ id, parentId, after, storageType, blockType }: Inserted): TreeNode {
    if (this.nodes.has(id)) throw new TreeRefusal('KNOWN_ID', id);
    if (this.nodes.size >= MAX_TEMPLATE_ELEMENTS) throw new TreeRefusal('FULL', id);
    const block = this.blockAt(parentId, blockType ?? this.block, id);
    if (this.depthOf(parentId) + 1 > MAX_TEMPLATE_DEPTH) throw new TreeRefusal('TOO_DEEP', id);
    const position = this.placeAfter(parentId, after);
    return this.change({ id, parentId, position, storageType, blockType: block });
  }

  /**
   * Moves an element with everything below it. As a root it keeps its block type; in a folder it takes the folder's.
   */
  move(id: string, parentId: string | null, after?: After): void {
    const node = this.known(id);
    const below = this.subtree([id]);
    if (parentId !== null && below.includes(parentId)) throw new TreeRefusal('INTO_ITSELF', id);
    if (after === id) throw new TreeRefusal('INTO_ITSELF', id);
    const block = this.blockAt(parentId, node.blockType, id);
    if (this.depthOf(parentId) + this.heightOf(id) > MAX_TEMPLATE_DEPTH) {
      throw new TreeRefusal('TOO_DEEP', id);
    }
    const position = this.placeAfter(parentId, after, id);
    this.change({ ...node, parentId, position, blockType: block });
    for (const each of below) this.reblock(each, block);
  }

  /** Changes the block type of a root and of everything below it. */
  setBlock(id: string, blockType: BlockType): void {
    const node = this.known(id);
    if (node.parentId !== null || (this.block !== 'LOAN' && blockType !== this.block)) {
      throw new TreeRefusal('FOREIGN_BLOCK', id);
    }
    for (const each of this.subtree([id])) this.reblock(each, blockType);
  }

  remove(ids: readonly string[]): string[] {
    const removed = this.subtree(ids);
    for (const id of removed) {
      this.children.get(this.nodes.get(id)!.parentId)?.delete(id);
      this.nodes.delete(id);
      this.touched.delete(id);
    }
    return removed;
  }

  /** Nodes inserted, moved or renumbered since the tree was created. */
  changes(): TreeNode[] {
    return [...this.touched].map((id) => this.nodes.get(id)!);
  }

  private known(id: string): TreeNode {
    const node = this.nodes.get(id);
    if (!node) throw new TreeRefusal('MISSING', id);
    return node;
  }

  private put(node: TreeNode): void {
    const before = this.nodes.get(node.id);
    if (before) this.children.get(before.parentId)?.delete(node.id);
    this.nodes.set(node.id, node);
    const siblings = this.children.get(node.parentId) ?? new Set<string>();
    this.children.set(node.parentId, siblings.add(node.id));
  }

  private change(node: TreeNode): TreeNode {
    this.put(node);
    this.touched.add(node.id);
    return node;
  }

  private reblock(id: string, blockType: BlockType): void {
    const node = this.known(id);
    if (node.blockType !== blockType) this.change({ ...node, blockType });
  }

  private blockAt(parentId: string | null, blockType: BlockType, id: string): BlockType {
    if (parentId === null) {
      if (this.block !== 'LOAN' && blockType !== this.block)
        throw new TreeRefusal('FOREIGN_BLOCK', id);
      return blockType;
    }
    const parent = this.known(parentId);
    if (parent.storageType !== 'FOLDER') throw new TreeRefusal('NOT_A_FOLDER', parentId);
    return parent.blockType;
  }

  private depthOf(id: string | null): number {
    let depth = 0;
    for (let at = id; at !== null; at = this.known(at).parentId) depth += 1;
    return depth;
  }

  private heightOf(id: string): number {
    const below = [...(this.children.get(id) ?? [])];
    return 1 + Math.max(0, ...below.map((child) => this.heightOf(child)));
  }

  private placeAfter(parentId: string | null, after: After, moving?: string): number {
    const siblings = this.childrenOf(parentId).filter(({ id }) => id !== moving);
    if (after === undefined) return (siblings.at(-1)?.position ?? 0) + STEP;
    const index = after === null ? -1 : siblings.findIndex(({ id }) => id === after);
    if (after !== null && index === -1) throw new TreeRefusal('MISSING', after);
    const before = siblings[index]?.position;
    const behind = siblings[index + 1]?.position;
    if (behind === undefined) return (before ?? 0) + STEP;
    if (before === undefined) return behind - STEP;
    if (behind - before > CLOSEST) return (before + behind) / 2;
    for (const [place, sibling] of siblings.entries()) {
      this.change({ ...sibling, position: (place + 1) * STEP });
    }
    return (index + 1.5) * STEP;
  }
}
