/**
 * The help article of each page, by its path and the reader's role. A test compares the slugs with db/learning-center.
 */
import type { LoggedUser } from '@cairn/contract';
import { isAdministrator } from '../../lib/roles.ts';

export interface HelpPage {
  page: RegExp;
  lender?: string;
  borrower?: string;
  admin?: string;
}

/** The first match wins. */
export const HELP_PAGES: readonly HelpPage[] = [
  { page: /^\/loans\/create/, lender: 'create-a-loan' },
  { page: /^\/loans\/[^/]+\/files\/create/, lender: 'request-documents' },
  { page: /^\/loans\/[^/]+\/template/, lender: 'request-documents' },
  {
    page: /^\/loans\/[^/]+\/messages|^\/communications/,
    lender: 'send-messages',
    borrower: 'write-to-your-lender',
  },
  { page: /^\/loans\/[^/]+\/reminders/, lender: 'send-reminders' },
  { page: /^\/loans\/[^/]+\/credit/, lender: 'check-credit' },
  { page: /^\/loans\/[^/]+\/sources-and-uses/, lender: 'balance-sources-and-uses' },
  { page: /^\/loans\/[^/]+\/deliveries/, lender: 'invite-people-to-a-loan' },
  {
    page: /^\/loans\/[^/]+\/receipts\//,
    lender: 'review-documents',
    borrower: 'keep-your-receipt',
  },
  {
    page: /^\/loans\/[^/]+\/persons\/[^/]+\/drivers-license/,
    borrower: 'scan-your-drivers-license',
  },
  {
    page: /^\/loans\/[^/]+\/(?:entity|applicant|company|trust|asset|persons)\//,
    lender: 'add-people-and-businesses',
    borrower: 'send-a-document',
  },
  {
    page: /shoebox/,
    lender: 'file-documents-from-the-shoebox',
    borrower: 'store-files-in-your-shoebox',
  },
  { page: /^\/explorer\/trash\//, lender: 'request-documents' },
  { page: /^\/review/, lender: 'review-documents' },
  { page: /^\/loans\/(?:templates|[^/]+\/template)|^\/v2\/templates/, lender: 'build-a-template' },
  { page: /^\/loans\/phases\//, lender: 'find-loans-in-the-pipeline' },
  { page: /^\/loans\/[^/]+\/(?:contacts|lender)/, lender: 'invite-people-to-a-loan' },
  { page: /^\/loans\/[^/]+/, lender: 'work-on-a-loan', borrower: 'send-a-document' },
  { page: /^\/apply-now|^\/portal/, borrower: 'apply-for-a-loan' },
  { page: /^\/applications/, lender: 'review-an-application' },
  {
    page: /^\/admin\/people|^\/admin\/lender/,
    lender: 'manage-your-team',
    admin: 'create-a-lender-company',
  },
  { page: /^\/admin\/emails/, lender: 'write-your-own-emails' },
  { page: /^\/admin\/portal/, lender: 'set-up-the-borrower-portal' },
  { page: /^\/admin\/audit/, lender: 'read-the-audit-log', admin: 'read-the-audit-log' },
  { page: /^\/admin\/maintenance/, admin: 'plan-a-maintenance-window' },
  { page: /^\/admin\/labels/, admin: 'manage-labels' },
  { page: /^\/admin\/learning-center/, admin: 'write-an-article' },
  { page: /^\/admin\/fields/, admin: 'keep-template-fields' },
  { page: /^\/admin/, lender: 'manage-your-team', admin: 'create-a-lender-company' },
  {
    page: /^\/user\/profile/,
    lender: 'choose-your-notifications',
    borrower: 'choose-your-notifications',
    admin: 'choose-your-notifications',
  },
  { page: /^\/lender/, lender: 'work-on-a-loan' },
  { page: /^\/applicant|^\/$/, borrower: 'send-a-document' },
];

/** The slug of the page's help article, or undefined if there is none. */
export function articleFor(address: string, user: LoggedUser): string | undefined {
  const help = HELP_PAGES.find(({ page }) => page.test(address));
  if (isAdministrator(user)) return help?.admin;
  return user.roleLevel === 'LENDER' ? help?.lender : help?.borrower;
}
