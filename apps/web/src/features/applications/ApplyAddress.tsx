import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { routes } from '../../app/routes.ts';
import { toast } from '../../kit/toast.ts';
import classes from './Applications.module.css';

/** Where people come in who want to apply: for the lender's own pages and letters. */
export function ApplyAddress({ lenderId }: { lenderId: string }) {
  const address = `${window.location.origin}${routes.applyNew.replace('$lenderId', lenderId)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success('The address is copied');
    } catch {
      toast.error('The browser did not allow that. Select the address and copy it.');
    }
  };
  return (
    <p className={classes.address}>
      People apply at <code>{address}</code>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconCopy size={14} stroke={1.7} aria-hidden />}
        onClick={() => void copy()}
      >
        Copy address
      </Button>
    </p>
  );
}
