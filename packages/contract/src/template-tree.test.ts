import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_TYPE_CODES, MAX_TEMPLATE_DEPTH, type BlockType } from './template-terms.ts';
import { TemplateTree, TreeRefusal, type TreeNode } from './template-tree.ts';

type Step =
  | { do: 'insert'; parent: number; after: number; folder: boolean; block: BlockType }
  | { do: 'move'; which: number; parent: number; after: number }
  | { do: 'block'; which: number; block: BlockType }
  | { do: 'remove'; which: number };

const block = fc.constantFrom(...BLOCK_TYPE_CODES);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      parent: fc.nat(30),
      after: fc.nat(30),
      folder: fc.boolean(),
      block,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      which: fc.nat(30),
      parent: fc.nat(30),
      after: fc.nat(30),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('block' as const), which: fc.nat(30), block }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat(30) }) },
);

/** Each step refers to elements by number; some of these numbers do not exist. */
function apply(tree: TemplateTree, nextStep: Step, ids: string[]): void {
  const pick = (number: number) => ids[number % (ids.length + 2)] ?? null;
  const after = (number: number) => (number % 3 === 0 ? undefined : pick(number));
  try {
    if (nextStep.do === 'insert') {
      const id = `e${ids.length}`;
      ids.push(id);
      const storageType = nextStep.folder ? 'FOLDER' : 'FILE';
      const parentId = pick(nextStep.parent);
      tree.insert({
        id,
        parentId,
        after: after(nextStep.after),
        storageType,
        blockType: nextStep.block,
      });
    } else {
      const which = pick(nextStep.which) ?? 'unassigned';
      if (nextStep.do === 'move') tree.move(which, pick(nextStep.parent), after(nextStep.after));
      if (nextStep.do === 'block') tree.setBlock(which, nextStep.block);
      if (nextStep.do === 'remove') tree.remove([which]);
    }
  } catch (error) {
    if (!(error instanceof TreeRefusal)) throw error;
  }
}

const nodesOf = (tree: TemplateTree): TreeNode[] =>
  tree.inReadingOrder().map(({ id }) => tree.find(id)!);

function expectWhole(tree: TemplateTree): void {
  const order = tree.inReadingOrder();
  // Every element is reached exactly once from the roots: there are no cycles and no orphans.
  expect(order).toHaveLength(tree.size);
  expect(new Set(order.map(({ id }) => id)).size).toBe(tree.size);
  for (const { id, depth } of order) {
    expect(depth).toBeLessThan(MAX_TEMPLATE_DEPTH);
    const node = tree.find(id)!;
    const parent = node.parentId === null ? undefined : tree.find(node.parentId)!;
    if (parent) {
      expect(parent.storageType).toBe('FOLDER');
      expect(node.blockType).toBe(parent.blockType);
    }
    const places = tree.childrenOf(node.parentId).map(({ position }) => position);
    expect(new Set(places).size).toBe(places.length);
  }
}

describe('the tree of a template', () => {
  test('stays a tree, whatever is done to it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const tree = new TemplateTree([], 'LOAN');
        const ids: string[] = [];
        for (const each of steps) {
          apply(tree, each, ids);
          expectWhole(tree);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('its changes, put on what was before, are what is now', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(step, { maxLength: 10 }),
        (first, then) => {
          const ids: string[] = [];
          const before = new TemplateTree([], 'LOAN');
          for (const each of first) apply(before, each, ids);
          const storedNodes = new Map(nodesOf(before).map((node) => [node.id, node]));
          const tree = new TemplateTree(storedNodes.values(), 'LOAN');
          for (const each of then) apply(tree, each, ids);
          for (const id of storedNodes.keys()) if (!tree.find(id)) storedNodes.delete(id);
          for (const node of tree.changes()) storedNodes.set(node.id, node);
          const again = new TemplateTree(storedNodes.values(), 'LOAN');
          expect(again.inReadingOrder()).toEqual(tree.inReadingOrder());
          expect(nodesOf(again)).toEqual(nodesOf(tree));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('a refused change leaves it as it was', () => {
    const tree = new TemplateTree([], 'LOAN');
    tree.insert({ id: 'a', parentId: null, storageType: 'FOLDER' });
    tree.insert({ id: 'b', parentId: 'a', storageType: 'FOLDER' });
    tree.insert({ id: 'file', parentId: 'b', storageType: 'FILE' });
    const before = nodesOf(tree);
    const why = (work: () => unknown): string => {
      try {
        work();
      } catch (error) {
        if (error instanceof TreeRefusal) return error.why;
      }
      return 'done';
    };
    expect(why(() => tree.move('a', 'b'))).toBe('INTO_ITSELF');
    expect(why(() => tree.move('a', 'a'))).toBe('INTO_ITSELF');
    expect(why(() => tree.move('b', 'file'))).toBe('INTO_ITSELF');
    expect(why(() => tree.insert({ id: 'x', parentId: 'file', storageType: 'FILE' }))).toBe(
      'NOT_A_FOLDER',
    );
    expect(why(() => tree.insert({ id: 'x', parentId: 'gone', storageType: 'FILE' }))).toBe(
      'MISSING',
    );
    expect(why(() => tree.insert({ id: 'b', parentId: null, storageType: 'FILE' }))).toBe(
      'KNOWN_ID',
    );
    expect(why(() => tree.move('b', null, 'gone'))).toBe('MISSING');
    expect(nodesOf(tree)).toEqual(before);
  });

  test('there is always room between two neighbours', () => {
    const tree = new TemplateTree([], 'LOAN');
    tree.insert({ id: 'first', parentId: null, storageType: 'FILE' });
    tree.insert({ id: 'last', parentId: null, storageType: 'FILE' });
    for (let count = 0; count < 300; count += 1) {
      tree.insert({ id: `n${count}`, parentId: null, after: 'first', storageType: 'FILE' });
    }
    const order = tree.childrenOf(null).map(({ id }) => id);
    expect(order[0]).toBe('first');
    expect(order[1]).toBe('n299');
    expect(order.at(-2)).toBe('n0');
    expect(order.at(-1)).toBe('last');
    expectWhole(tree);
  });

  test('a template of one block takes no other', () => {
    const tree = new TemplateTree([], 'TRUST');
    expect(tree.insert({ id: 'a', parentId: null, storageType: 'FOLDER' }).blockType).toBe('TRUST');
    expect(() =>
      tree.insert({ id: 'b', parentId: null, storageType: 'FOLDER', blockType: 'LOAN' }),
    ).toThrow(TreeRefusal);
  });

  test('moved into another block, a folder takes its elements along', () => {
    const tree = new TemplateTree([], 'LOAN');
    tree.insert({ id: 'business', parentId: null, storageType: 'FOLDER', blockType: 'COMPANY' });
    tree.insert({ id: 'closing', parentId: null, storageType: 'FOLDER' });
    tree.insert({ id: 'insurance', parentId: 'closing', storageType: 'FOLDER' });
    tree.insert({ id: 'policy', parentId: 'insurance', storageType: 'FILE' });
    tree.move('insurance', 'business');
    expect(tree.find('policy')!.blockType).toBe('COMPANY');
    expect(tree.changes().map(({ id }) => id)).toContain('policy');
  });
});
