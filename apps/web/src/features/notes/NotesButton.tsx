import { Box, Button } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { hint } from '../../lib/hint.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { useCall } from '../../lib/useCall.ts';
import { useUser } from '../../lib/useUser.ts';
import { CountPill } from '../../ui/CountPill.tsx';

const load = () => import('./NotesDrawer.tsx');
const NotesDrawer = lazy(load);

/** Opens the notes about the loan and shows the number of open ones. Hidden from borrowers. */
export function NotesButton(props: { loanId: string }) {
  return isLenderStaff(useUser()) ? <LenderNotes {...props} /> : null;
}

function LenderNotes({ loanId }: { loanId: string }) {
  const chosenId = useSearch({ strict: false, select: ({ notes }) => notes });
  const [pressed, setPressed] = useState(false);
  // Once used, the drawer stays mounted, so that it can slide out when it closes.
  const [used, setUsed] = useState(false);
  const opened = pressed || chosenId !== undefined;
  const navigate = useNavigate();
  const { data } = useCall('listNotes', { params: { loanId }, query: { status: 'OPEN' } });
  const open = data?.counts.open ?? 0;
  const close = () => {
    setUsed(true);
    setPressed(false);
    if (chosenId !== undefined) {
      void navigate({
        to: '.',
        search: ({ notes: _notes, ...rest }) => rest,
        replace: true,
      });
    }
  };
  return (
    <>
      <Button
        variant="default"
        px="sm"
        {...hint('Notes')}
        aria-expanded={opened}
        aria-label={open > 0 ? `Notes, ${open} open` : 'Notes'}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => (opened ? close() : setPressed(true))}
      >
        <IconNote size={18} stroke={1.7} aria-hidden />
        {open > 0 && (
          <Box component="span" ml="s6">
            <CountPill>{open}</CountPill>
          </Box>
        )}
      </Button>
      {(opened || used) && (
        <Suspense fallback={null}>
          <NotesDrawer loanId={loanId} chosenId={chosenId} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
