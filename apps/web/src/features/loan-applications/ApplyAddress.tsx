import { Button, Flex } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../lib/copyText.ts';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import classes from './LoanApplications.module.css';

/** The URL of the application form, which the lender can use on its website and in emails. */
export function ApplyAddress({ lenderId }: { lenderId: string }) {
  const address = `${window.location.origin}${routes.applyNew.replace('$lenderId', lenderId)}`;
  const copy = () => void copyText(address, () => toast.success('Link copied'), 'link');
  return (
    <Flex
      component="p"
      className={classes.address}
      wrap="wrap"
      align="center"
      rowGap="s4"
      columnGap="xs"
      miw={0}
      c="var(--ink-2)"
      fz="table"
      lh="table"
    >
      People apply at <code>{address}</code>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconCopy size={14} stroke={1.7} aria-hidden />}
        onClick={copy}
      >
        Copy link
      </Button>
    </Flex>
  );
}
