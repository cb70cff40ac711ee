import type { EmailSignature } from '@cairn/contract';
import { signatureLines } from '@cairn/contract/signature-terms';
import { signatures } from '@cairn/contract/signatures';
import { ApiError } from '../../platform/api-error.ts';
import { signatureAsHtml } from '../../platform/email/signature.ts';
import { routes } from '../../platform/handler.ts';
import { recordOwnEvent } from '../../platform/record-event.ts';
import { saveSignature, signatureOf } from './signature-store.ts';

interface SignatureRow {
  body: string;
  modified_at: string;
}

/** Each person has one signature, with the account's id. An empty signature has no row. */
const presentSignature = (accountId: string, row: SignatureRow | undefined): EmailSignature => ({
  id: accountId,
  text: row?.body ?? '',
  html: row?.body ? signatureAsHtml(signatureLines(row.body)) : '',
  modifiedDate: row?.modified_at ?? null,
});

export const signatureRoutes = () =>
  routes(signatures, {
    getSignature: async ({ actor, reads }) => {
      const [row] = await reads.run(signatureOf(actor.accountId));
      return presentSignature(actor.accountId, row);
    },

    updateSignature: ({ actor, params, body, write }) =>
      write(async (tx) => {
        if (params.id !== actor.accountId) throw new ApiError('NOT_FOUND');
        await saveSignature(tx, actor.accountId, body.text);
        recordOwnEvent(tx, actor, { kind: 'signature.changed', changes: ['settings'], detail: {} });
        const [row] = await tx.run(signatureOf(actor.accountId));
        return presentSignature(actor.accountId, row);
      }),
  });
