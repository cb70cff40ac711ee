// The one door to the contract at run time: what its schemas say of each call, without the schemas.
export { type BrowserCall, calls } from '@cairn/contract/calls';
