import type { Message } from '@cairn/contract';
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { personName } from '../../lib/format/names.ts';
import { MessageBody } from './MessageBody.tsx';
import { formatSentAt } from './times.ts';

interface ForwardedMessageProps {
  message: NonNullable<Message['forwarded']>;
  children?: ReactNode;
}

/** Shows a forwarded message as a quotation. */
export const ForwardedMessage = ({ message, children }: ForwardedMessageProps) => (
  <Box
    component="blockquote"
    mt="xs"
    mx={0}
    mb={0}
    pt="s2"
    pr={0}
    pb="s2"
    pl="sm"
    c="var(--ink-2)"
    style={{ borderLeft: '0.1875rem solid var(--line-strong)' }}
  >
    <Text size="meta" c="dimmed">
      {personName(message.createdByUser)}, {formatSentAt(message.createdDate)}
    </Text>
    <MessageBody body={message.body} />
    {children}
  </Box>
);
