import type { OpenedDocument } from '@cairn/contract/documents';
import { useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { calls } from '../../lib/calls.ts';
import { CallError } from '../../lib/CallError.ts';
import { reportFailure } from '../../lib/failures.ts';
import { refresh } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';
import { saveBytes } from '../documents/saveBytes.ts';
import { NOT_SENT } from '../documents/uploadProblems.ts';
import type { Reading } from './useReader.ts';
import type { Saving } from './tools.ts';

function tellFailure(failure: unknown): void {
  if (failure instanceof CallError) reportFailure(failure, calls.saveDocument);
  else {
    console.error('saving failed', failure);
    toast.error(NOT_SENT);
  }
}

export function useSaveDocument(document: OpenedDocument, { reader, changed }: Reading) {
  const [version, setVersion] = useState(document.version);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (!reader || saving) return;
    setSaving(true);
    try {
      const { content, keep } = await reader.bytes();
      const saved = await saveBytes(document, version, new File([content], document.name));
      setVersion(saved.version);
      keep();
      announce('Saved');
      void refresh(calls.saveDocument.changes, document.loanId);
    } catch (failure) {
      tellFailure(failure);
    } finally {
      setSaving(false);
    }
  };
  const state: Saving = saving
    ? 'saving'
    : changed
      ? 'unsaved'
      : version > document.version
        ? 'saved'
        : 'unchanged';
  return { state, save };
}
