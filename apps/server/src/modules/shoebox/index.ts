export { loanItems } from './reading.ts';
export { shoeboxRoutes } from './routes.ts';
