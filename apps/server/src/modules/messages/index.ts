export { draftRoutes } from './draft-routes.ts';
export { messageRoutes } from './routes.ts';
export { messagesSeenBy } from './store.ts';
