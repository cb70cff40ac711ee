import { VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import { useCall } from '../lib/useCall.ts';
import classes from './UnreadCount.module.css';

const MOST = 99;

/** The number of unread messages, on amber. */
export function UnreadBadge({
  count,
  className,
}: {
  count: number;
  className?: string | undefined;
}) {
  if (count === 0) return null;
  return (
    <span className={clsx(classes.count, className)}>
      {count > MOST ? `${MOST}+` : count}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  );
}

interface UnreadCountProps {
  /** Counts only the messages of this loan. */
  loanId?: string;
  className: string | undefined;
}

/** The number of the user's unread messages. The event stream invalidates it. */
export function UnreadCount({ loanId, className }: UnreadCountProps) {
  const { data } = useCall('countUnreadMessages', { query: loanId ? { loanId } : {} });
  return <UnreadBadge count={data?.count ?? 0} className={className} />;
}
