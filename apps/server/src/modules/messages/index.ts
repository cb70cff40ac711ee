export { draftRoutes } from './draft-routes.ts';
export { receiveReply, ReplyRefused, type ReplyDeps } from './receive-reply.ts';
export { messageRoutes } from './routes.ts';
export { messagesSeenBy } from './store.ts';
