import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CallError } from '../../lib/CallError.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { TemplateAddresses } from './templateAddresses.ts';

interface TemplateMissingProps {
  error: Error;
  addresses: TemplateAddresses;
  onAgain: () => void;
}

/** The template was deleted, or it could not be loaded. Each case offers a different next step. */
export function TemplateMissing({ error, addresses, onAgain }: TemplateMissingProps) {
  if (error instanceof CallError && error.status === 404) {
    return (
      <EmptyState
        title="Template not found"
        action={<Link to={addresses.list}>{addresses.title}</Link>}
      >
        It may have been deleted.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="The template could not be loaded"
      action={
        <Button variant="default" onClick={onAgain}>
          Try again
        </Button>
      }
    />
  );
}
