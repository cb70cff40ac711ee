import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { singleLetterKeys } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';
import { type Command, listenToKeys, singleKeys, useCommands } from '../../lib/commands.ts';
import { routes } from '../../lib/routes.ts';
import { dropTyped, keepTyping } from '../../lib/typeAhead.ts';
import { changingPassword } from './changePassword.ts';
import { openPalette, openShortcuts, shellDialog } from './shellDialog.ts';
import { useLogOut } from './useLogOut.ts';

function searchFromKeys(): void {
  if (shellDialog.get() === 'palette') return;
  openPalette();
  keepTyping(() => shellDialog.set(null));
  const left = shellDialog.subscribe(() => {
    left();
    dropTyped();
  });
}

const ALWAYS: Command[] = [
  { label: 'Search', keys: 'mod+k', where: 'everywhere', keyOnly: true, run: searchFromKeys },
  { label: 'Show keyboard shortcuts', keys: '?', where: 'everywhere', run: openShortcuts },
];

function useThemeCommands(): void {
  const { setColorScheme } = useMantineColorScheme();
  useCommands(
    useMemo(
      () => [
        { label: 'Use light theme', where: 'everywhere', run: () => setColorScheme('light') },
        { label: 'Use dark theme', where: 'everywhere', run: () => setColorScheme('dark') },
        { label: 'Use system theme', where: 'everywhere', run: () => setColorScheme('auto') },
      ],
      [setColorScheme],
    ),
  );
}

function useOwnCommands(): void {
  const navigate = useNavigate();
  const logOut = useLogOut();
  const commands = useMemo<Command[]>(
    () => [
      {
        label: 'Open profile and settings',
        where: 'everywhere',
        run: () => navigate({ to: routes.profile }),
      },
      { label: 'Change password', where: 'everywhere', run: () => changingPassword.set(true) },
      { label: 'Log out', where: 'everywhere', run: () => void logOut() },
    ],
    // `logOut` is a new function on every render and always does the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [navigate],
  );
  useCommands(commands);
}

/** Registers the commands of every page and the only listener for shortcuts. */
export function useShellCommands(): void {
  const singleKeysOn = usePreference(singleLetterKeys);
  useEffect(() => singleKeys.set(singleKeysOn.value), [singleKeysOn.value]);
  useLayoutEffect(listenToKeys, []);
  useCommands(ALWAYS);
  useThemeCommands();
  useOwnCommands();
}
