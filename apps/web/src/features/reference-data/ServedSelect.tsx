import type { JavascriptConstants, Option } from '@cairn/contract';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useServedOptions } from './useServedOptions.tsx';

interface ServedSelectProps extends Omit<NativeSelectProps, 'data' | 'disabled'> {
  optionsOf: (lists: JavascriptConstants) => Option[];
}

/**
 * A select with options from the server. The key changes when they are loaded, which remounts an uncontrolled select so
 * that its default value applies.
 */
export function ServedSelect({ optionsOf, ...props }: ServedSelectProps) {
  const { value, defaultValue } = props;
  const served = useServedOptions(optionsOf, String(value ?? defaultValue ?? ''));
  return <NativeSelect key={String(served.disabled)} {...props} {...served} />;
}
