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

/** The chat beside a page of a loan. Administrators are on no loan and have none. */
export function useLoanChat(): SidePanel | undefined {
  const user = useUser();
  // On a phone messages are a tab of the loan. A hidden panel would mark them as read.
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
