/** Why SharePoint could not be reached or written to, and what to do about it. */
export const SHAREPOINT_FAILURES = {
  CREDENTIALS: 'Microsoft refused the app’s credentials. Check tenant, client ID and secret.',
  FORBIDDEN: 'The app may not write to this site. Grant it the Sites.Selected write permission.',
  SITE_NOT_FOUND: 'There is no such site. Check its address.',
  LIBRARY_NOT_FOUND: 'The site has no document library with this name.',
  FULL: 'The library is out of space.',
  CHANGED: 'A document changed during the export. Export again.',
  DAMAGED: 'The stored copy of a document is damaged, so nothing more was sent.',
  DISCONNECTED: 'SharePoint is no longer connected.',
  UNAVAILABLE: 'Microsoft didn’t answer. Try again later.',
} as const;
export type SharePointFailure = keyof typeof SHAREPOINT_FAILURES;

export const SHAREPOINT_STATES = ['NONE', 'CHECKING', 'CONNECTED', 'FAILED'] as const;
export const SHAREPOINT_EXPORT_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;
