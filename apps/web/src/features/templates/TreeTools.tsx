import { BLOCK_TYPES } from '@cairn/contract/template-terms';
import { clsx } from 'clsx';
import { Switch } from '../../kit/Switch.tsx';
import { Choice } from './fields.tsx';
import classes from './TreeTools.module.css';
import type { Depth, useTree } from './useTree.ts';

const DEPTHS: Depth[] = [1, 2, 'all'];

/** How much of the tree is shown. */
export function TreeTools({ tree }: { tree: ReturnType<typeof useTree> }) {
  return (
    <div className={classes.tools}>
      <Choice
        label="Block"
        value={tree.block}
        options={{ '': 'All blocks', ...BLOCK_TYPES }}
        onChange={(block) => tree.setBlock(block as never)}
      />
      <span className={classes.space} />
      <div className={classes.hide}>
        <Switch label="Hide files" checked={tree.hideFiles} onChange={tree.setHideFiles} />
      </div>
      <fieldset className={classes.depth}>
        <legend className={classes.legend}>Depth</legend>
        {DEPTHS.map((depth) => (
          <button
            key={depth}
            type="button"
            className={clsx(classes.step, tree.depth === depth && classes.chosen)}
            aria-pressed={tree.depth === depth}
            onClick={() => tree.choose(depth)}
          >
            {depth === 'all' ? 'All' : depth}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
