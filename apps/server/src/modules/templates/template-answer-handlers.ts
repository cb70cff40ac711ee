/** Files that a template's element offers: a form to fill in, a sheet to edit. */
import { templates } from '@cairn/contract/templates';
import type { Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/handler.ts';
import type { Queries } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { WebStorage } from '../../platform/object-storage.ts';
import {
  finishUpload,
  insertDocument,
  isKeyOf,
  isObjectKeyTaken,
  newObjectKey,
  uploadProblem,
  countUpload,
  type QuotaDeps,
} from '../documents/index.ts';
import { Draft } from './draft.ts';
import { templateOfElement } from './elements/store.ts';
import { templatePolicy } from './policy.ts';
import { findTemplate } from './store.ts';

export interface AnswerDeps {
  storage: WebStorage;
  secretKey: string;
  db: QuotaDeps['db'];
  limitFactor: number;
}

type Calls = Pick<
  typeof templates,
  'getTemplateAnswerUrl' | 'answerTemplateElement' | 'deleteTemplateAnswer'
>;

async function templateAround(reads: Queries, actor: Actor, elementId: string) {
  const element = await templateOfElement(reads, actor, elementId);
  const template = element && (await findTemplate(reads, actor, element.template_id));
  if (!template) throw new ApiError('NOT_FOUND');
  return authorize(templatePolicy, 'edit', actor, template);
}

export const answerHandlers = ({ storage, secretKey, ...quota }: AnswerDeps): Handlers<Calls> => ({
  getTemplateAnswerUrl: async ({ actor, query, reads }) => {
    const template = await templateAround(reads, actor, query.templateElementId);
    const problem = uploadProblem(query.name, query.size);
    if (problem) throw new ApiError(problem, { fieldErrors: { name: query.name } });
    const key = newObjectKey(secretKey, {
      accountId: actor.accountId,
      companyId: template.company_id,
      // The key is valid for this element only.
      loanId: query.templateElementId,
      size: query.size,
    });
    await countUpload(quota, {
      accountId: actor.accountId,
      companyId: template.company_id,
      loanId: null,
      size: query.size,
    });
    const { url, headers } = await storage.uploadUrl(key, query.size);
    return { uploadUrl: url, headers, key };
  },

  answerTemplateElement: async ({ actor, body, reads, write }) => {
    const { templateElementId: elementId, revision, name, size, key } = body;
    const template = await templateAround(reads, actor, elementId);
    const problem = uploadProblem(name, size);
    if (problem) throw new ApiError(problem);
    const upload = {
      accountId: actor.accountId,
      companyId: template.company_id,
      loanId: elementId,
      size,
    };
    // Checked before the transaction, which must not hold a row lock while it waits for the store.
    if (!isKeyOf(secretKey, key, upload)) {
      throw new ApiError('UPLOAD_MISSING', { securityEvent: 'upload.key-forged' });
    }
    // It was scanned and removed from incoming: this is a repeated call, which the transaction answers.
    const arrived =
      (await storage.arrivedSize(key)) === size || (await isObjectKeyTaken(reads, key));
    if (!arrived) throw new ApiError('UPLOAD_MISSING');
    return write(async (tx) => {
      const draft = await Draft.open(tx, actor, template.id);
      const documentId = newId();
      const inserted = await insertDocument(tx, {
        companyId: template.company_id,
        id: documentId,
        loanId: null,
        name,
        provider: 'S3',
        objectKey: key,
        size,
        createdBy: actor.accountId,
      });
      if (!inserted) throw new ApiError('CONFLICT');
      await finishUpload(tx, key, upload);
      recordEvent(tx, {
        kind: 'document.uploaded',
        companyId: template.company_id,
        actorId: actor.accountId,
        staffOnly: true,
        changes: ['document', 'templateElement'],
        detail: { documentId, size, templateId: template.id },
        starts: {
          workflow: 'scanDocument',
          input: { companyId: template.company_id, documentId },
        },
      });
      return draft.attach(elementId, revision, documentId);
    });
  },

  deleteTemplateAnswer: async ({ actor, params: { elementId }, reads, write }) => {
    const template = await templateAround(reads, actor, elementId);
    return write(async (tx) =>
      (await Draft.open(tx, actor, template.id)).attach(elementId, undefined, null),
    );
  },
});
