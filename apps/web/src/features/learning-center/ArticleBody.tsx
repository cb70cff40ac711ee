import { Flex } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { calls } from '../../lib/calls.ts';
import { addressOf } from '../../lib/client.ts';
import { type Block, inlinesOf } from './articleText.ts';
import classes from './Article.module.css';

/** One line of text with its bold words, keys and links. */
function Line({ text }: { text: string }) {
  return inlinesOf(text).map((piece, place): ReactNode => {
    if (piece.kind === 'bold') return <strong key={place}>{piece.text}</strong>;
    if (piece.kind === 'key') return <kbd key={place}>{piece.text}</kbd>;
    if (piece.kind !== 'link') return <Fragment key={place}>{piece.text}</Fragment>;
    const isOutside = !piece.href.startsWith('/');
    return (
      <a
        key={place}
        href={piece.href}
        {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {piece.text}
      </a>
    );
  });
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return <Heading id={block.id}>{block.text}</Heading>;
    }
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
    case 'tip':
      return (
        <Flex
          component="aside"
          className={classes.tip}
          gap="sm"
          my="md"
          mx={0}
          py="sm"
          px="md"
          bdrs="lg"
          bg="var(--accent-soft)"
          aria-label="Tip"
        >
          <IconBulb size={18} stroke={1.7} aria-hidden />
          <p>
            <Line text={block.text} />
          </p>
        </Flex>
      );
    case 'picture':
      return (
        <figure>
          <img
            src={addressOf(calls.getSupportPicture.path, { params: { id: block.pictureId } })}
            alt={block.caption}
            loading="lazy"
          />
          {block.caption !== '' && <figcaption>{block.caption}</figcaption>}
        </figure>
      );
    default: {
      const List = block.kind === 'steps' ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, place) => (
            <li key={place}>
              <Line text={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

export function ArticleBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={classes.body}>
      {blocks.map((block, place) => (
        <Part key={place} block={block} />
      ))}
    </div>
  );
}
