import { ActionIcon } from '@mantine/core';
import { IconMessage2Bolt } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hint } from '../../lib/hint.ts';
import { isStaff } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';

const SavedRepliesDialog = lazy(() => import('./SavedRepliesDialog.tsx'));

/** Only for employees, because a company owns its saved replies. */
export function SavedRepliesButton({ onInsert }: { onInsert: (body: string) => void }) {
  const user = useUser();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // Closes synchronously: the dialog traps the focus while it is mounted.
  const leave = () => flushSync(() => setOpen(false));
  if (!isStaff(user) || !user.company) return null;
  return (
    <>
      <ActionIcon
        ref={button}
        size={32}
        aria-label="Saved replies"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...hint('Saved replies')}
      >
        <IconMessage2Bolt size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      {open && (
        <Suspense fallback={null}>
          <SavedRepliesDialog
            companyId={user.company.id}
            onInsert={(body) => {
              leave();
              onInsert(body);
            }}
            onClose={() => {
              leave();
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
