import { driversLicenses } from '@cairn/contract/drivers-licenses';
import { isLicenseImage, type LicenseSide } from '@cairn/contract/drivers-license-terms';
import type { Actor } from '../../platform/actor.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { findDocument, removeDocuments } from '../documents/index.ts';
import { answerElement } from '../elements/index.ts';
import {
  changeEntity,
  entitiesOfLoan,
  entitySeenBy,
  recordOnLoans,
  type EntityRow,
} from '../entities/index.ts';
import { openContent, sealContent } from './content.ts';
import { driversLicensePolicy } from './policy.ts';
import { presentLicense } from './present.ts';
import { findLicense, isInUse, lockLicense, saveLicenseSide } from './store.ts';

export const driversLicenseRoutes = ({ keys }: { keys: CompanyKeys }) => {
  const presentOf = async (reads: Queries, actor: Actor, entity: EntityRow) => {
    const row = await findLicense(reads, entity);
    const content = row ? await openContent(reads, keys, entity, row) : null;
    return presentLicense(row, content, { edit: driversLicensePolicy.edit(actor, entity) });
  };
  const presentChanged = async (reads: Queries, actor: Actor, entity: EntityRow) => {
    const { license: _sealed, ...rest } = await presentOf(reads, actor, entity);
    return rest;
  };
  const removeImage = (actor: Actor, id: string, side: LicenseSide) => async (tx: Tx) => {
    const entity = await licenseToEdit(tx, actor, id);
    await putImage(tx, actor, entity, side, null);
    return presentChanged(tx, actor, entity);
  };

  return routes(driversLicenses, {
    getDriversLicense: async ({ actor, params, reads }) => {
      const individual = await entitySeenBy(reads, actor, params.id, ['INDIVIDUAL']);
      return presentOf(reads, actor, authorize(driversLicensePolicy, 'see', actor, individual));
    },

    saveDriversLicense: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const entity = await licenseToEdit(tx, actor, params.id);
        const { version, takeName, takeAddress, answers, ...content } = body;
        const before = await lockLicense(tx, entity);
        if (before.version !== version) throw new ApiError('CONFLICT');
        await sealContent(tx, keys, entity, version + 1, content, actor.accountId);
        await recordOnLoans(tx, actor, entity.company_id, [entity.id], {
          kind: 'driversLicense.confirmed',
          detail: { entityId: entity.id, version: version + 1 },
        });
        const information = {
          ...(takeName && namesOf(content)),
          ...(takeAddress && content.address),
        };
        if (Object.keys(information).length > 0) {
          await changeEntity(tx, keys, actor, entity.id, { information }, ['INDIVIDUAL']);
        }
        if (answers) await answerRequest(tx, actor, entity, before, answers);
        return presentChanged(tx, actor, entity);
      }),

    removeLicenseFront: ({ actor, params, write }) => write(removeImage(actor, params.id, 'front')),
    removeLicenseBack: ({ actor, params, write }) => write(removeImage(actor, params.id, 'back')),

    addLicenseImage: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const entity = await licenseToEdit(tx, actor, params.id);
        const document = await findDocument(tx, actor, body.documentId);
        const isOwn =
          document?.created_by === actor.accountId && document.company_id === entity.company_id;
        if (!isOwn) throw new ApiError('NOT_FOUND');
        if (!isLicenseImage(document.name)) throw new ApiError('FILE_INVALID_TYPE');
        // In the company's scope, because the file may be used by a request or a history that the person does not see.
        await tx.enterCompany(entity.company_id, actor.roleLevel);
        if (await isInUse(tx, entity.company_id, document.id)) throw new ApiError('CONFLICT');
        await putImage(tx, actor, entity, body.side, document.id);
        return presentChanged(tx, actor, entity);
      }),
  });
};

async function licenseToEdit(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<Authorized<'edit', EntityRow>> {
  const individual = await entitySeenBy(tx, actor, id, ['INDIVIDUAL']);
  return authorize(driversLicensePolicy, 'edit', actor, individual);
}

/** The lender views the license on the entity: the request's answer does not contain the pictures. */
async function answerRequest(
  tx: Tx,
  actor: Actor,
  entity: EntityRow,
  license: Awaited<ReturnType<typeof lockLicense>>,
  answers: { loanId: string; elementId: string },
): Promise<void> {
  if (license.front_document_id === null || license.back_document_id === null) {
    throw invalidField('answers', 'Add both pictures first');
  }
  const people = await entitiesOfLoan(tx, actor, answers.loanId);
  if (!people.some(({ id }) => id === entity.id)) throw new ApiError('NOT_FOUND');
  await answerElement(tx, actor, {
    ...answers,
    driversLicenseOf: entity.id,
    submit: true,
    inProgress: false,
  });
}

/** The previous picture is deleted, because a person who retakes it does not want it to be seen. */
async function putImage(
  tx: Tx,
  actor: Actor,
  entity: Authorized<'edit', EntityRow>,
  side: LicenseSide,
  documentId: string | null,
): Promise<void> {
  const license = await lockLicense(tx, entity);
  const before = side === 'front' ? license.front_document_id : license.back_document_id;
  if (before === documentId) return;
  await saveLicenseSide(tx, entity, side, documentId, actor.accountId);
  if (before !== null) {
    await tx.enterCompany(entity.company_id, actor.roleLevel);
    await removeDocuments(tx, entity.company_id, [before]);
  }
  await recordOnLoans(tx, actor, entity.company_id, [entity.id], {
    kind: documentId === null ? 'driversLicense.pictureRemoved' : 'driversLicense.pictureAdded',
    detail: { entityId: entity.id, side, ...(documentId !== null && { documentId }) },
  });
}

/** For "Elena Rose", the first word is the first name and the rest are middle names. */
function namesOf({ firstName, lastName }: { firstName: string; lastName: string }) {
  const [givenName = '', ...middle] = firstName.split(/\s+/);
  return { givenName, middleName: middle.join(' ') || null, familyName: lastName };
}
