export { pictureActivities } from './pictures.ts';
export { profileRoutes } from './routes.ts';
export { textingActivities } from './texting.ts';
