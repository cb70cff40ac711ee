/** Whether the installation has an office server for editing documents in the browser. */
export const hasOfficeEditor =
  document.querySelector('meta[name="office-editor"]')?.getAttribute('content') === 'on';
