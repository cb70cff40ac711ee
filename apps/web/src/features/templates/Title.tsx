import { TITLE_VARIABLES, titleParts } from '@cairn/contract/naming';
import classes from './Title.module.css';

/** A title as the builder shows it: what a loan fills in stands as an amber pill. */
export function Title({ title }: { title: string }) {
  return (
    <span className={classes.title}>
      {titleParts(title).map((part, index) =>
        'text' in part ? (
          <span key={index}>{part.text}</span>
        ) : (
          <span key={index} className={classes.pill}>
            {TITLE_VARIABLES[part.variable]}
          </span>
        ),
      )}
    </span>
  );
}
