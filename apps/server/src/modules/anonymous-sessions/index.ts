export { anonymousSessionRoutes } from './routes.ts';
export { keepSweepingSessions } from './sweep-sessions-store.ts';
