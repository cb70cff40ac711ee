/** Search parameters of the messages page. */
export interface MessagesSearch {
  /** The conversation that is open. */
  thread?: string;
  /** Of all of them unless it says which. */
  show?: 'unread' | 'important' | undefined;
  /** A new one is being written. */
  new?: '';
  /** Whom it is to, where that is known. */
  to?: string;
}
