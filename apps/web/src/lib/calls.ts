// The calls of the contract at run time, without their zod schemas, which would enlarge the first load.
export { type BrowserCall, calls } from '@cairn/contract/calls';
