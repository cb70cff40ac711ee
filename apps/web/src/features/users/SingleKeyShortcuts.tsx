import { Switch } from '../../ui/Switch.tsx';
import { singleLetterKeys } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';

/**
 * Turns off single-key shortcuts, which dictation software and users with motor impairments can trigger by accident.
 */
export function SingleKeyShortcuts() {
  const { value, set } = usePreference(singleLetterKeys);
  return <Switch label="Single-key shortcuts" checked={value} onChange={set} />;
}
