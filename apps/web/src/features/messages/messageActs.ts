import type { Message } from '@cairn/contract';

export interface MessageActs {
  onForward: (message: Message) => void;
  onUnread: (message: Message) => void;
  onDelete: (message: Message) => void;
}
