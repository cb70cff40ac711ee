import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface ShowMoreProps extends Omit<ButtonProps, 'loading'> {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  children?: ReactNode;
}

/** Loads the next page of a list. It renders nothing once the whole list is loaded. */
export function ShowMore({ list, children = 'Show more', ...rest }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      {...rest}
    >
      {children}
    </Button>
  );
}
