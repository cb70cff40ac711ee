import { Switch } from '../../kit/Switch.tsx';
import { singleLetterKeys } from './preferences.ts';
import { usePreference } from './usePreference.ts';

/** Off for whoever dictates, or whose hand slips: a letter then does nothing by itself. */
export function LetterKeys() {
  const { value, set } = usePreference(singleLetterKeys);
  return <Switch label="Shortcuts of a single letter" checked={value} onChange={set} />;
}
