/** Whether the installation has an office server, in which documents are edited in the browser. */
export const hasOfficeEditor =
  document.querySelector('meta[name="office-editor"]')?.getAttribute('content') === 'on';
