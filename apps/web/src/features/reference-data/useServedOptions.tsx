import type { JavascriptConstants, Option } from '@cairn/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { callOptions } from '../../lib/useCall.ts';

/** The lists that forms choose from. Every page has asked for them, because the same reply has the maintenance window. */
export const useServedLists = () =>
  useQuery({ ...callOptions('getJavascriptConstants', {}), staleTime: Infinity });

interface ServedOptions {
  data: Option[];
  disabled: boolean;
  description?: ReactNode;
}

/** Props of a select; until the list is there, the select shows only that it is not. */
export function useServedOptions(
  optionsOf: (lists: JavascriptConstants) => Option[],
  value: string,
): ServedOptions {
  const { data: lists, isError, refetch } = useServedLists();
  if (lists) return { data: optionsOf(lists), disabled: false };
  if (!isError) return { data: [{ value, label: 'Loading…' }], disabled: true };
  return {
    data: [{ value, label: 'Not loaded' }],
    disabled: true,
    description: (
      <>
        This list could not be loaded.{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
          Try again
        </Button>
      </>
    ),
  };
}

/** With a single loan type there is nothing to choose: it is taken where a form still waits for one. */
export function useOnlyLoanType(isMissing: boolean, choose: (loanType: string) => void): void {
  const { data } = useServedLists();
  const only = data?.loanTypes.length === 1 ? data.loanTypes[0]!.value : undefined;
  useEffect(() => {
    if (isMissing && only !== undefined) choose(only);
  });
}
