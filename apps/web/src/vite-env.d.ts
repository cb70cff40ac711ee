declare module 'virtual:variables.css';
