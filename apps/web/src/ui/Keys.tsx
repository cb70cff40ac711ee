import { capsOf } from '../lib/commands.ts';
import classes from './Keys.module.css';

/** A keyboard shortcut, shown as key caps. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {capsOf(keys).map((cap) => (
        <kbd key={cap} className={classes.key}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
