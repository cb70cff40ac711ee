import type { Note } from '@cairn/contract';
import { Text } from '@mantine/core';
import classes from './Notes.module.css';
import { splitMentions } from './mentions.ts';

export function NoteText({ note }: { note: Pick<Note, 'text' | 'mentions'> }) {
  return (
    <Text className={classes.text} size="table">
      {splitMentions(note.text, note.mentions).map(({ words, isMention }, place) => (
        <span key={place} className={isMention ? classes.mention : undefined}>
          {words}
        </span>
      ))}
    </Text>
  );
}
