import { expect, test } from 'vitest';
import { matchMembers, mentionAt, findMentions, putMention, splitMentions } from './mentions.ts';

const person = (id: string, givenName: string, familyName: string) => ({
  id,
  givenName,
  familyName,
  emailAddress: `${id}@example.com`,
});
const priya = person('1', 'Priya', 'Raman');
const marcus = person('2', 'Marcus', 'Oyelaran');

test('a name is typed after an @ at the beginning of a word, and not inside an address', () => {
  expect(mentionAt('Ask @Pri', 8)).toEqual({ from: 4, typed: 'Pri' });
  expect(mentionAt('dana@northgate', 14)).toBeNull();
  expect(mentionAt('@Priya Raman wants it', 21)).toBeNull();
});

test('members are found by first or last name', () => {
  expect(matchMembers([priya, marcus], 'oye')).toEqual([marcus]);
  expect(matchMembers([priya, marcus], 'p')).toEqual([priya]);
  expect(matchMembers([priya, marcus], '')).toEqual([priya, marcus]);
});

test('a chosen name replaces what was typed, and the caret is behind it', () => {
  expect(putMention('Ask @Pri now', { from: 4, typed: 'Pri' }, priya)).toEqual({
    text: 'Ask @Priya Raman now',
    at: 17,
  });
});

test('only members who are still named are mentioned', () => {
  expect(findMentions('@Priya Raman and @Mar', [priya, marcus])).toEqual(['1']);
});

test('names are set apart from the rest of the text', () => {
  expect(splitMentions('Ask @Priya Raman.', [priya])).toEqual([
    { words: 'Ask ', isMention: false },
    { words: '@Priya Raman', isMention: true },
    { words: '.', isMention: false },
  ]);
});
