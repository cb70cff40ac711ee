import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { isAdministrator } from '../../lib/roles.ts';
import { useStore } from '../../lib/store.ts';
import { useUser } from '../../lib/useUser.ts';
import type { SidePanel } from '../loans/LoanFrame.tsx';
import { chatOpen } from './chat.ts';
import { ChatButton } from './ChatButton.tsx';

const ChatPanel = lazy(() => import('./ChatPanel.tsx'));

/** The chat panel of a loan page. Administrators are not members of loans, so they have no chat. */
export function useLoanChat(): SidePanel | undefined {
  const user = useUser();
  // A phone shows messages in a tab of the loan instead. Hiding the panel with CSS would still mark its messages as
  // read.
  const isWide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const isOpen = useStore(chatOpen);
  if (!isWide || isAdministrator(user)) return undefined;
  return {
    button: <ChatButton />,
    panel: isOpen
      ? (loan) => (
          <Suspense fallback={null}>
            <ChatPanel key={loan.id} loan={loan} />
          </Suspense>
        )
      : null,
  };
}
