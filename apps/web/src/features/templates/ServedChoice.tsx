import type { JavascriptConstants, Option } from '@cairn/contract';
import { useServedOptions } from '../reference-data/useServedOptions.tsx';
import { Choice } from './fields.tsx';

interface ServedChoiceProps<Code extends string> {
  label: string;
  value: Code;
  optionsOf: (lists: JavascriptConstants) => Option[];
  /** Label of the empty option. */
  empty?: string;
  onChange: (value: Code) => void;
}

/** A select field whose options come from the server. */
export function ServedChoice<Code extends string>(props: ServedChoiceProps<Code>) {
  const { optionsOf, empty, ...choice } = props;
  const { data, ...state } = useServedOptions(
    (lists) => [...(empty === undefined ? [] : [{ value: '', label: empty }]), ...optionsOf(lists)],
    choice.value,
  );
  // The cast is safe: the server rejects values that are not in the contract.
  const options = Object.fromEntries(data.map(({ value, label }) => [value, label]));
  return <Choice {...choice} {...state} options={options as Record<Code, string>} />;
}
