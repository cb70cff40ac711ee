/** Search parameters of the messages page. */
export interface MessagesSearch {
  /** The conversation that is open. */
  thread?: string;
  /** Which conversations are listed; all where it is absent. */
  show?: 'unread' | 'important' | undefined;
  /** A new conversation is being written. */
  new?: '';
  /** Whom it is to, where that is known. */
  to?: string;
}
