import { capsOf } from '../lib/commands.ts';
import classes from './Keys.module.css';

/** A shortcut as it is printed on the keys. */
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
