// The contract at run time: what each call is, without its zod schemas.
export { type BrowserCall, calls } from '@cairn/contract/calls';
