export { checkRoom, receiveItems, receiveMemberFiles } from './receive-items.ts';
export { authorizeItems, findItemsToDownload } from './items-to-download.ts';
export { loanItems } from './read-items.ts';
export { shoeboxRoutes } from './routes.ts';
