export * from './database.ts';
export * from './given.ts';
export * from './server.ts';
export * from './until.ts';
export * from './worker.ts';
export * from './eicar.ts';
export * from './events.ts';
export * from './mail.ts';
