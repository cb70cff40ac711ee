/** The calls about the package as files, aimed. */
import type { downloads } from '@cairn/contract/downloads';
import type { packageExports, verification } from '@cairn/contract/exports';
import type { sharepoint } from '@cairn/contract/sharepoint';
import { ELEMENT, LOAN, NOTHING, type Aim, type Aimed } from './aims.ts';
import { SHAREPOINT_AIMS } from './requests-sharepoint.ts';
import { ITEM } from './requests-shoebox.ts';
import type { Target } from './targets.ts';

/** A loan on which a request is answered with a document: there is something to make a file of. */
const answeredOn = ({ loan, documentId }: Target): Aimed =>
  documentId === '' ? {} : { params: { id: loan.id } };

export const EXPORT_AIMS: Record<
  keyof typeof packageExports | keyof typeof verification | keyof typeof sharepoint,
  Aim
> = {
  ...SHAREPOINT_AIMS,
  refreshPackages: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true', pdf: 'true' } }),
  },
  getPackageUrls: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true' } }),
  },
  // Refused as not ready where it would be handed out: none was made.
  downloadPackage: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true' } }),
  },
  listPackages: { scopes: LOAN, at: answeredOn },
  cancelPackages: { scopes: LOAN, at: answeredOn },
  downloadReceipt: {
    scopes: ELEMENT,
    at: ({ loan, element }) => ({ params: { id: loan.id, elementId: element.id } }),
  },
  downloadVerifyPage: { scopes: NOTHING, at: () => ({}) },
};

/** A download that another user asked for, or with `own` the caller. */
const jobOn = ({ loan, downloadJobId }: Target): Aimed => ({
  params: { loanId: loan.id },
  query: { jobid: downloadJobId },
});

/** Reading the job makes it anew, and with it room for one more. */
const withinLimit = ({ downloadJobId }: Target) => ({ zip: downloadJobId !== '' });

export const DOWNLOAD_AIMS: Record<keyof typeof downloads, Aim> = {
  listElementDownloads: { scopes: LOAN, at: ({ loan }) => ({ params: { loanId: loan.id } }) },
  createElementDownload: {
    scopes: ELEMENT,
    at: (target) => ({
      params: { loanId: target.loan.id },
      body: { elementIds: [target.element.id], ...withinLimit(target) },
    }),
  },
  removeElementDownloads: { scopes: LOAN, at: jobOn },
  listShoeboxDownloads: { scopes: NOTHING, at: () => ({}) },
  createShoeboxDownload: {
    scopes: ITEM,
    at: (target) => ({ body: { itemIds: [target.shoeboxItemId], ...withinLimit(target) } }),
  },
  // The job is one of a loan, which the call for the shoebox does not find.
  removeShoeboxDownloads: {
    scopes: NOTHING,
    at: ({ downloadJobId }) => ({ query: { jobid: downloadJobId } }),
  },
  // Refused as not ready where it would be handed out: none was made.
  downloadJobFile: {
    scopes: LOAN,
    at: ({ downloadJobId }) => ({ params: { id: downloadJobId }, query: { kind: 'zip' } }),
  },
};
