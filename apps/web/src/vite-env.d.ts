declare module 'virtual:variables.css';
/** Base path of the files that the PDF viewer requests by name. */
declare const PDF_FILES: string;
declare module '*.svg' {
  const address: string;
  export default address;
}
