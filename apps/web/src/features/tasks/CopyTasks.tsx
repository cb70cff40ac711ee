import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { copyHtml } from '../../lib/copyText.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';

async function copyTasks(loanId: string): Promise<void> {
  try {
    const { html, text } = await send('getTasksAsHtml', { query: { loanId } });
    await copyHtml(html, text, () => toast.success('Task list copied'));
  } catch (error) {
    reportFailure(error, calls.getTasksAsHtml);
  }
}

/** Copies the loan's open tasks as text, to paste into an email. */
export function CopyTasks({ loanId }: { loanId: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
      onClick={() => void copyTasks(loanId)}
    >
      Copy list
    </Button>
  );
}
