declare module 'virtual:variables.css';
/** Where the files stand that the PDF reader asks for by name. */
declare const PDF_FILES: string;
