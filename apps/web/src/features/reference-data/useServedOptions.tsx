import type { JavascriptConstants, Option } from '@cairn/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { callOptions } from '../../lib/useCall.ts';

/** The option lists of forms. Already loaded on every page, because the same reply contains the maintenance window. */
export const useServedLists = () =>
  useQuery({ ...callOptions('getJavascriptConstants', {}), staleTime: Infinity });

interface ServedOptions {
  data: Option[];
  disabled: boolean;
  description?: ReactNode;
}

/** Props of a select. Until the list is loaded, the select is disabled and shows the loading state. */
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

/** Selects the only loan type where a form still has none. */
export function useOnlyLoanType(isMissing: boolean, choose: (loanType: string) => void): void {
  const { data } = useServedLists();
  const only = data?.loanTypes.length === 1 ? data.loanTypes[0]!.value : undefined;
  useEffect(() => {
    if (isMissing && only !== undefined) choose(only);
  });
}
