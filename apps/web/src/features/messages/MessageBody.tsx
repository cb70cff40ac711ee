import { Fragment } from 'react';
import { blocksOf, piecesOf } from './body.ts';
import classes from './Message.module.css';

function Line({ text }: { text: string }) {
  return piecesOf(text).map(({ text: words, href }, place) =>
    href === undefined ? (
      <Fragment key={place}>{words}</Fragment>
    ) : (
      <a key={place} href={href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    ),
  );
}

/** Renders the text as React elements and never as HTML, so a message cannot inject markup. */
export function MessageBody({ body }: { body: string }) {
  return (
    <div className={classes.body}>
      {blocksOf(body).map((block, place) =>
        block.kind === 'list' ? (
          <ul key={place}>
            {block.items.map((item, number) => (
              <li key={number}>
                <Line text={item} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={place}>
            {block.lines.map((line, number) => (
              <Fragment key={number}>
                {number > 0 && <br />}
                <Line text={line} />
              </Fragment>
            ))}
          </p>
        ),
      )}
    </div>
  );
}
