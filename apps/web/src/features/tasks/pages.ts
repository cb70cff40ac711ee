export { TasksPage, TasksOfTypePage } from './TasksPage.tsx';
