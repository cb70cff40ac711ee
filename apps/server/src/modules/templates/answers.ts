/** Files that a template hands out: a form to fill in, a sheet to edit. */
import { templates } from '@cairn/contract/templates';
import type { Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/call.ts';
import type { Queries } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ObjectStore } from '../../platform/store.ts';
import { insertDocument, isKeyOf, newObjectKey, refusedBecause } from '../documents/index.ts';
import { Draft } from './drafting.ts';
import { templateOfElement } from './elements/store.ts';
import { templatePolicy } from './policy.ts';
import { findTemplate } from './store.ts';

export interface AnswerParts {
  store: ObjectStore;
  secretKey: string;
}

type Calls = Pick<
  typeof templates,
  'getTemplateAnswerUrl' | 'answerTemplateElement' | 'deleteTemplateAnswer'
>;

async function templateAround(reads: Queries, actor: Actor, elementId: string) {
  const element = await templateOfElement(reads, actor, elementId);
  const template = element && (await findTemplate(reads, actor, element.template_id));
  if (!template) throw new Refusal('NOT_FOUND');
  return grant(templatePolicy, 'edit', actor, template);
}

export const answerHandlers = ({ store, secretKey }: AnswerParts): Handlers<Calls> => ({
  getTemplateAnswerUrl: async ({ actor, query, reads }) => {
    const template = await templateAround(reads, actor, query.templateElementId);
    const refused = refusedBecause(query.name, query.size);
    if (refused) throw new Refusal(refused, { fieldErrors: { name: query.name } });
    const key = newObjectKey(secretKey, {
      accountId: actor.accountId,
      companyId: template.company_id,
      // The key is good for this element and no other place.
      loanId: query.templateElementId,
      size: query.size,
    });
    const { url, headers } = await store.uploadUrl(key, query.size);
    return { uploadUrl: url, headers, key };
  },

  answerTemplateElement: async ({ actor, body, reads, write }) => {
    const { templateElementId: elementId, revision, name, size, key } = body;
    const template = await templateAround(reads, actor, elementId);
    const refused = refusedBecause(name, size);
    if (refused) throw new Refusal(refused);
    const upload = {
      accountId: actor.accountId,
      companyId: template.company_id,
      loanId: elementId,
      size,
    };
    // Asked before the transaction: the store's answer must not hold a row lock.
    const arrived = isKeyOf(secretKey, key, upload) && (await store.sizeOf(key)) === size;
    if (!arrived) throw new Refusal('UPLOAD_MISSING');
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
      if (!inserted) throw new Refusal('CONFLICT');
      record(tx, {
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
