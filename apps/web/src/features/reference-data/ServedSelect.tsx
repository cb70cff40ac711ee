import type { JavascriptConstants, Option } from '@cairn/contract';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useServedOptions } from './useServedOptions.tsx';

interface ServedSelectProps extends Omit<NativeSelectProps, 'data' | 'disabled'> {
  optionsOf: (lists: JavascriptConstants) => Option[];
}

/** A select whose options the server gives. A new key lets an uncontrolled one take its value once they are there. */
export function ServedSelect({ optionsOf, ...props }: ServedSelectProps) {
  const { value, defaultValue } = props;
  const served = useServedOptions(optionsOf, String(value ?? defaultValue ?? ''));
  return <NativeSelect key={String(served.disabled)} {...props} {...served} />;
}
