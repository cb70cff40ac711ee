// One chunk, because a borrower visits all of these pages.
export {
  PortalContactPage,
  PortalExitPage,
  PortalListPage,
  PortalTasksPage,
} from './PortalPages.tsx';
