import { Switch } from '../../ui/Switch.tsx';
import { singleLetterKeys } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';

/** Can be turned off by users of dictation or with motor impairments: a single key then does nothing. */
export function SingleKeyShortcuts() {
  const { value, set } = usePreference(singleLetterKeys);
  return <Switch label="Single-key shortcuts" checked={value} onChange={set} />;
}
