export * from './database.ts';
export * from './given.ts';
export * from './server.ts';
