/** Aims of the calls about exports. */
import type { downloads } from '@cairn/contract/downloads';
import type { packageExports, verification } from '@cairn/contract/exports';
import type { sharepoint } from '@cairn/contract/sharepoint';
import { ELEMENT, LOAN, NOTHING, type Aim, type Aimed } from './aims.ts';
import { SHAREPOINT_AIMS } from './requests-sharepoint.ts';
import { ITEM } from './requests-shoebox.ts';
import type { Target } from './targets.ts';

/** A loan with an answered request, so that there is something to export. */
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
  // The export is not ready, so a permitted caller is refused for that reason.
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

/** A download requested by another user, or in scope `own` by the caller. */
const jobOn = ({ loan, downloadJobId }: Target): Aimed => ({
  params: { loanId: loan.id },
  query: { jobid: downloadJobId },
});

/** Reading the id creates the job again, which makes room for one more. */
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
  // The job belongs to a loan, so the call for the shoebox does not find it.
  removeShoeboxDownloads: {
    scopes: NOTHING,
    at: ({ downloadJobId }) => ({ query: { jobid: downloadJobId } }),
  },
  // The download is not ready, so a permitted caller is refused for that reason.
  downloadJobFile: {
    scopes: LOAN,
    at: ({ downloadJobId }) => ({ params: { id: downloadJobId }, query: { kind: 'zip' } }),
  },
};
