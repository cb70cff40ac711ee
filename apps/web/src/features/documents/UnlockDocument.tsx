import type { Document } from '@cairn/contract';
import { isLockedPdf, SCAN_REASON_TEXTS } from '@cairn/contract/file-terms';
import { useEffect, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useStore } from '../../lib/store.ts';
import { useAction } from '../../lib/useAction.ts';
import { UnlockForm } from './UnlockForm.tsx';
import { isUnlocking, startUnlocking, stopUnlocking, unlocking } from './enteredPasswords.ts';

/** Shows the password form for a locked PDF and nothing for any other file. */
export default function UnlockDocument({ document }: { document: Document }) {
  const { id, name, virusScanState } = document;
  const waiting = useStore(unlocking);
  const isBusy = isUnlocking(waiting, document);
  const [refusal, setRefusal] = useState<string>();
  const unlock = useAction('unlockDocument', {
    onFailure: ({ message }) => {
      setRefusal(message);
      return true;
    },
  });
  useEffect(() => {
    if (!waiting.has(id) || isBusy) return;
    stopUnlocking(id);
    if (virusScanState === 'CLEAN') announce(`${name} is unlocked and was sent`);
  }, [waiting, id, isBusy, virusScanState, name]);
  const isLocked = isLockedPdf(document);
  if (!isLocked && !isBusy) return null;
  const wrong =
    document.scanReason === 'WRONG_PASSWORD' ? SCAN_REASON_TEXTS.WRONG_PASSWORD : undefined;
  return (
    <UnlockForm
      fileName={name}
      isBusy={isBusy || unlock.isPending}
      problem={refusal ?? wrong}
      onUnlock={(password) => {
        setRefusal(undefined);
        unlock.mutate({ params: { id }, body: { password } }, { onSuccess: startUnlocking });
      }}
    />
  );
}
