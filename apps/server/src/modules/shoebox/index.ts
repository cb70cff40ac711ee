export {
  checkRoom,
  receiveItems,
  receiveMemberFiles,
  type ReceivedFiles,
} from './receive-items.ts';
export { authorizeItems, findItemsToDownload } from './items-to-download.ts';
export { loanItems } from './read-items.ts';
export { shoeboxRoutes } from './routes.ts';
