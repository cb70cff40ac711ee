import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { type Icon, IconInbox, IconList, IconListCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { hint } from '../../lib/hint.ts';
import { Keys } from '../../ui/Keys.tsx';
import { SavedRepliesButton } from '../saved-replies/SavedRepliesButton.tsx';
import { afterEnter, toggleList } from './body.ts';
import classes from './Composer.module.css';
import { AttachButton } from './AttachButton.tsx';
import { ChosenFiles } from './AttachedFiles.tsx';
import type { AttachedState } from './useAttachedFiles.ts';
import { useInsertedList } from './useInsertedList.ts';
import type { DraftState } from './useDraft.ts';

const SAID: Record<DraftState, string> = {
  none: '',
  saving: 'Saving…',
  saved: 'Draft saved',
  failed: 'Draft not saved',
};

interface InsertButtonProps {
  icon: Icon;
  label: string;
  /** Text beside the icon, shown where there is room. */
  word: string;
  tip: string;
  list: ReturnType<typeof useInsertedList>;
}

function InsertButton({ icon: InsertIcon, label, word, tip, list }: InsertButtonProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<InsertIcon size={16} stroke={1.7} aria-hidden />}
      loading={list.loading}
      aria-label={label}
      onClick={list.put}
      {...hint(tip)}
    >
      <span className={classes.word}>{word}</span>
    </Button>
  );
}

interface ComposerProps {
  label: string;
  placeholder: string;
  text: string;
  draft: DraftState;
  sending: boolean;
  /** Focuses the field on mount. */
  takesFocus?: boolean;
  /** ID of the loan whose open requests can be inserted. Set only for lenders. */
  needsOf?: string | undefined;
  /** Undefined if files cannot be attached here. */
  files?: AttachedState | undefined;
  /** Message about required input that is missing. */
  missing?: string | undefined;
  onChange: (text: string) => void;
  onSend: () => void;
}

/** The frame of the composer, as wide as the messages above it. */
export const ComposerFrame = ({ children }: { children?: ReactNode }) => (
  <Box
    flex="none"
    w="100%"
    maw={820}
    mih={116}
    px={{ base: 'sm', wide: 'var(--messages-gutter, var(--space-28))' }}
    pt="s4"
    pb={{ base: 'sm', wide: 20 }}
  >
    {children}
  </Box>
);

/** A text field that grows with its text. Enter inserts a line break; ⌘ or Ctrl with Enter sends the message. */
export function Composer(props: ComposerProps) {
  const { label, placeholder, text, draft, sending, needsOf, missing, onChange, onSend } = props;
  const { takesFocus = false, files } = props;
  const isUploading = files?.sending !== undefined;
  const submit = () => !isUploading && onSend();
  const field = useRef<HTMLTextAreaElement>(null);
  const note = useId();
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const changeText = (next: { text: string; at: number }) => {
    // flushSync updates the text synchronously so that the caret can be positioned before the next key press.
    flushSync(() => onChange(next.text));
    field.current?.setSelectionRange(next.at, next.at);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault();
      submit();
      return;
    }
    const { selectionStart, selectionEnd } = event.currentTarget;
    const next = selectionStart === selectionEnd ? afterEnter(text, selectionStart) : undefined;
    if (!next || event.shiftKey) return;
    event.preventDefault();
    changeText(next);
  };
  const list = () => {
    const element = field.current;
    if (!element) return;
    element.focus();
    changeText(toggleList(text, element.selectionStart, element.selectionEnd));
  };
  const insert = (lines: string) => {
    const before = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
    field.current?.focus();
    changeText({ text: `${before}${lines}`, at: before.length + lines.length });
  };
  const needs = useInsertedList('generateNeedsListBody', needsOf, insert);
  const shoebox = useInsertedList('generateShoeboxListBody', needsOf, insert);
  return (
    <div className={classes.frame}>
      {/* The hidden copy of the text determines the height of the field. */}
      <div className={classes.grow} data-text={`${text}\n`}>
        <textarea
          ref={field}
          className={classes.field}
          aria-label={label}
          aria-describedby={note}
          aria-keyshortcuts="Meta+Enter Control+Enter"
          placeholder={placeholder}
          value={text}
          rows={1}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      {files && <ChosenFiles files={files} />}
      <Group wrap="nowrap" gap="s10" pt="s6" px="xs" pb="xs">
        <ActionIcon size={32} aria-label="List" onClick={list} {...hint('List')}>
          <IconList size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
        {files && <AttachButton files={files} />}
        {needsOf !== undefined && <SavedRepliesButton onInsert={insert} />}
        {needsOf !== undefined && (
          <>
            <InsertButton
              icon={IconListCheck}
              label="Needs list"
              word="Needs list"
              tip="Insert the open requests"
              list={needs}
            />
            <InsertButton
              icon={IconInbox}
              label="Shoebox list"
              word="Shoebox"
              tip="Insert the files in the shoebox"
              list={shoebox}
            />
          </>
        )}
        <Text id={note} component="span" size="meta" flex={1} miw={0} c="dimmed" ta="right">
          {missing ?? SAID[draft]}
        </Text>
        <Button
          className={classes.send ?? ''}
          loading={sending}
          disabled={isUploading}
          rightSection={<Keys keys="mod+Enter" />}
          onClick={submit}
        >
          Send
        </Button>
      </Group>
    </div>
  );
}
