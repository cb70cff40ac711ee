import {
  REJECTION_CODES,
  REJECTION_REASONS,
  type RejectionCode,
} from '@cairn/contract/element-terms';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { Form } from '../../ui/Form.tsx';
import { Keys } from '../../ui/Keys.tsx';
import classes from './Review.module.css';
import type { Rejection } from './useReviewQueue.ts';

const MAX_NOTE = 255;

interface RejectFormProps {
  onReject: (why: Rejection) => void;
  onCancel: () => void;
}

/**
 * A digit key selects a reason, and Enter rejects. Without a note, the borrower sees the standard sentence of the
 * reason.
 */
export function RejectForm({ onReject, onCancel }: RejectFormProps) {
  const [code, setCode] = useState<RejectionCode>();
  const [note, setNote] = useState('');
  const reasons = useRef<HTMLFieldSetElement>(null);
  const keys = useMemo(
    () =>
      REJECTION_CODES.map((each, index) => ({
        keys: String(index + 1),
        label: REJECTION_REASONS[each].label,
        where: 'page' as const,
        keyOnly: true,
        run: () => setCode(each),
      })),
    [],
  );
  useCommands(keys);
  // Focuses the first reason, or the one that a digit key selected, so that Enter submits the form.
  useEffect(() => {
    const selector = code === undefined ? 'input' : `input[value=${code}]`;
    reasons.current?.querySelector<HTMLInputElement>(selector)?.focus();
  }, [code]);
  const reason = note.trim() || (code ? REJECTION_REASONS[code].sentence : '');
  const reject = () => {
    if (reason !== '') onReject({ code, reason });
  };
  const form = {
    message: null,
    busy: false,
    failures: 0,
    submit: (event: FormEvent) => {
      event.preventDefault();
      reject();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    }
    const inText = event.target instanceof HTMLTextAreaElement;
    if (event.key !== 'Enter' || (inText && !event.metaKey && !event.ctrlKey)) return;
    if (event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    reject();
  };
  return (
    <Form
      form={form}
      className={classes.reject}
      aria-label="Reject"
      onKeyDown={onKeyDown}
      actions={
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={reason === ''}>
            Reject and notify
          </Button>
        </div>
      }
    >
      <fieldset ref={reasons} className={classes.reasons}>
        <legend>
          Why are you rejecting it?
          <span>The uploader will see the reason and your note.</span>
        </legend>
        {REJECTION_CODES.map((each, index) => (
          <label key={each} data-chosen={code === each || undefined}>
            <input
              type="radio"
              name="reason"
              value={each}
              checked={code === each}
              onChange={() => setCode(each)}
            />
            <span>{REJECTION_REASONS[each].label}</span>
            <Keys keys={String(index + 1)} />
          </label>
        ))}
      </fieldset>
      <Textarea
        label="Note to the borrower (optional)"
        placeholder={code ? REJECTION_REASONS[code].sentence : ''}
        minRows={4}
        maxLength={MAX_NOTE}
        description={`${note.length} / ${MAX_NOTE}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Form>
  );
}
