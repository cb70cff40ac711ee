/** Serves the page that verifies exports and receipts, alone or with a receipt in it. */
import { Readable } from 'node:stream';
import { verification } from '@cairn/contract/exports';
import { ApiError } from '../../platform/api-error.ts';
import { routes } from '../../platform/handler.ts';
import { receiptSeenBy } from '../elements/index.ts';
import { receiptPage, VERIFY_PAGE, verifyPage } from './manifest.ts';
import type { SigningKeys } from './signing-keys.ts';

export const verificationRoutes = ({ signingKeys }: { signingKeys: SigningKeys }) =>
  routes(verification, {
    downloadVerifyPage: async ({ http }) => {
      const page = verifyPage(signingKeys.trusted);
      return http.sendFile(Readable.from([page]), VERIFY_PAGE, page.length);
    },

    downloadReceipt: async ({ actor, params, reads, http }) => {
      const receipt = await receiptSeenBy(reads, actor, params);
      const { sha256, number } = receipt;
      if (sha256 === null) throw new ApiError('NOTHING_TO_DOWNLOAD');
      const page = receiptPage(signingKeys, { ...receipt, sha256 });
      return http.sendFile(Readable.from([page]), `Receipt ${number}.html`, page.length);
    },
  });
