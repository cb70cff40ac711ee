import type { LoggedUser } from '@cairn/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { shellDialog } from './shellDialog.ts';

export const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(loadPalette);
const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx'));

/**
 * The palette and the shortcut help. Each is loaded when it is first opened and then stays mounted; otherwise it could
 * not fade out.
 */
export function ShellDialogs({ user }: { user: LoggedUser }) {
  const opened = useStore(shellDialog);
  const [used, setUsed] = useState<{ palette?: true; shortcuts?: true }>({});
  if (opened && !used[opened]) setUsed({ ...used, [opened]: true });
  useEffect(() => () => shellDialog.set(null), []);
  const close = () => shellDialog.set(null);
  return (
    <Suspense fallback={null}>
      {used.palette && <Palette user={user} opened={opened === 'palette'} onClose={close} />}
      {used.shortcuts && <ShortcutHelp opened={opened === 'shortcuts'} onClose={close} />}
    </Suspense>
  );
}
