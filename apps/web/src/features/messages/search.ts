/** Search parameters of the messages page. */
export interface MessagesSearch {
  /** ID of the open conversation. */
  thread?: string;
  /** Filter of the conversations; all are listed if it is absent. */
  show?: 'unread' | 'important' | undefined;
  /** Present while a new conversation is being written. */
  new?: '';
  /** User ID of a preselected recipient. */
  to?: string;
}
