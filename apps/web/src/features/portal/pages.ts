// One chunk: a borrower goes through all of these pages.
export {
  PortalContactPage,
  PortalExitPage,
  PortalListPage,
  PortalTasksPage,
} from './PortalPages.tsx';
