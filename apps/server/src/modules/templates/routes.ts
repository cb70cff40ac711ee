import { Readable } from 'node:stream';
import { BLOCK_TYPE_CODES, type BlockType } from '@cairn/contract/template-terms';
import { templates } from '@cairn/contract/templates';
import type { Actor } from '../../platform/actor.ts';
import { routes, type HttpContext } from '../../platform/handler.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { answerHandlers, type AnswerDeps } from './template-answer-handlers.ts';
import { Draft, recordTemplate, templateToEdit, type Deleted } from './draft.ts';
import { elementsOf } from './elements/store.ts';
import { librarySummaries } from './library/library.ts';
import {
  adoptLibraryTemplate,
  companyToMakeFor,
  copyTemplate,
  makeEmpty,
  makeFrom,
} from './create-template.ts';
import { templatePolicy } from './policy.ts';
import {
  asBorrowersSee,
  byName,
  inReadingOrder,
  presentElement,
  presentTemplate,
  presentVersion,
} from './present.ts';
import {
  findCompany,
  findTemplate,
  listTemplates,
  newestTemplates,
  TEMPLATES_LISTED,
  publish,
  templateById,
  versionsOf,
  type TemplateRow,
} from './store.ts';
import { templatesFromCsv, templatesToCsv } from './template-csv.ts';
import { types } from './types.ts';
import { changeTemplate, removeTemplates } from './change-template.ts';

export const templateRoutes = (parts: AnswerDeps) =>
  routes(templates, {
    listTemplates: async ({ actor, query, reads }) => {
      const rows = await reads.run(
        newestTemplates(actor, { ...query, trashed: query.status === 'TRASHED' }),
      );
      const page = rows.slice(0, TEMPLATES_LISTED);
      const presented = page.map((row) => presentTemplate(actor, row)).toSorted(byName);
      const groups = BLOCK_TYPE_CODES.map((block) => [
        block,
        presented.filter(({ blockType }) => blockType === block),
      ]);
      return {
        templates: Object.fromEntries(groups) as Record<BlockType, typeof presented>,
        hasMore: rows.length > page.length,
        abilities: { create: await mayCreate(reads, actor) },
      };
    },

    createTemplate: ({ actor, body, write }) =>
      write(async (tx) => presentTemplate(actor, await makeEmpty(tx, actor, body))),

    updateTemplate: ({ actor, body, write }) =>
      write(async (tx) => presentTemplate(actor, await changeTemplate(tx, actor, body))),

    deleteTemplates: ({ actor, query, body, write }) =>
      write(async (tx) => {
        const ids = [...new Set([...(body.ids ?? []), ...(query.id ?? [])])];
        const permanently = body.permanently || query.permanently;
        return { deleted: await removeTemplates(tx, actor, ids, permanently) };
      }),

    listTemplateTypes: async () => types,

    listTemplateElements: async ({ actor, params: { id }, query: { version, since }, reads }) => {
      // Read together, so that both are from one snapshot.
      const [[template], rows] = await reads.together(
        templateById(actor, id),
        elementsOf(actor, [id], version, version === 0 ? since : undefined),
      );
      if (!template || version > template.published_version) throw new ApiError('NOT_FOUND');
      const head = presentTemplate(actor, template);
      // Publishing forgets earlier deletions, so a reader with an older revision needs the whole draft.
      const partly = version === 0 && since !== undefined && since >= template.published_revision;
      if (partly) {
        return {
          template: head,
          elements: rows.filter((row) => row.deleted_in === null).map(presentElement),
          removed: rows.filter((row) => row.deleted_in !== null).map((row) => row.id),
          complete: false,
        };
      }
      const all =
        since === undefined || version > 0
          ? rows
          : await reads.run(elementsOf(actor, [id], version));
      return {
        template: head,
        elements: inReadingOrder(all).map(presentElement),
        removed: [],
        complete: true,
      };
    },

    createTemplateElements: ({ actor, body, write }) =>
      write(async (tx) => (await Draft.open(tx, actor, body.templateId)).create(body.elements)),

    updateTemplateElements: ({ actor, body, write }) =>
      write(async (tx) => {
        const draft = await Draft.open(tx, actor, body.templateId);
        return body.restore ? draft.restore(body.restore) : draft.update(body.elements);
      }),

    deleteTemplateElements: ({ actor, query, body, write }) =>
      write(async (tx) => {
        const templateId = body.templateId ?? query.templateId;
        const deletions = (query.templateElementId ?? []).map((templateElementId): Deleted => ({
          templateElementId,
        }));
        const elements: Deleted[] = [...(body.elements ?? []), ...deletions];
        if (!templateId || elements.length === 0) {
          throw invalidField('elements', 'Required');
        }
        return (await Draft.open(tx, actor, templateId)).delete(elements);
      }),

    ...answerHandlers(parts),

    copyTemplate: ({ actor, body, write }) =>
      write(async (tx) => {
        const { templateId, libraryKey, ...rest } = body;
        const template = templateId
          ? await copyTemplate(tx, actor, { ...rest, templateId })
          : await adoptLibraryTemplate(tx, actor, { ...rest, libraryKey: libraryKey! });
        return presentTemplate(actor, template);
      }),

    listBorrowerTemplates: async ({ actor, query: { templateId, version }, reads }) => {
      if (templateId === undefined) {
        const rows = await reads.run(listTemplates(actor, { trashed: false }));
        const published = rows.filter(({ published_version }) => published_version > 0);
        const presented = published.map((row) => presentTemplate(actor, row)).toSorted(byName);
        return { templates: presented, elements: [] };
      }
      const [[template], rows] = await reads.together(
        templateById(actor, templateId),
        elementsOf(actor, [templateId], version),
      );
      if (!template || version > template.published_version) throw new ApiError('NOT_FOUND');
      return { templates: [presentTemplate(actor, template)], elements: asBorrowersSee(rows) };
    },

    uploadTemplates: ({ actor, query, body, write }) =>
      write(async (tx) => {
        const company = await companyToMakeFor(tx, actor, query.company);
        const created: TemplateRow[] = [];
        for (const plain of templatesFromCsv(body.file.text)) {
          created.push(await makeFrom(tx, actor, company.id, plain, { kind: 'template.uploaded' }));
        }
        return { templates: created.map((row) => presentTemplate(actor, row)) };
      }),

    downloadTemplates: async ({ actor, params: { ids }, reads, http }) => {
      const rows = await reads.run(listTemplates(actor, { ids, trashed: 'either' }));
      const chosen = [...new Set(ids)].map((id) => rows.find((row) => row.id === id));
      if (chosen.includes(undefined)) throw new ApiError('NOT_FOUND');
      const [only] = chosen;
      const name = chosen.length === 1 ? `${only!.name}.csv` : 'templates.csv';
      return sendCsv(http, name, await csvOf(reads, actor, chosen as TemplateRow[]));
    },

    downloadTemplateCsv: async ({ actor, query, reads, http }) => {
      if (query.blank) return sendCsv(http, 'templates.csv', templatesToCsv([]));
      const { companyId } = query;
      if (companyId !== undefined && !(await findCompany(reads, actor, companyId))) {
        throw new ApiError('NOT_FOUND');
      }
      const rows = await reads.run(listTemplates(actor, { companyId, trashed: false }));
      return sendCsv(http, 'templates.csv', await csvOf(reads, actor, rows.toSorted(byName)));
    },

    listTemplateLibrary: async () => ({ templates: librarySummaries() }),

    publishTemplate: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const template = await templateToEdit(tx, actor, params.id);
        if (template.revision !== body.revision || template.trashed_at !== null) {
          throw new ApiError('CONFLICT');
        }
        if (template.revision === template.published_revision) {
          throw new ApiError('NOTHING_TO_PUBLISH');
        }
        const version = await publish(tx, template, actor.accountId, body.note ?? null);
        recordTemplate(tx, actor, template, 'template.published', { version });
        return presentTemplate(actor, (await findTemplate(tx, actor, template.id))!);
      }),

    listTemplateVersions: async ({ actor, params: { id }, reads }) => {
      const [[template], rows] = await reads.together(
        templateById(actor, id),
        versionsOf(actor, id),
      );
      if (!template) throw new ApiError('NOT_FOUND');
      return { versions: rows.map(presentVersion) };
    },
  });

async function mayCreate(reads: Queries, actor: Actor): Promise<boolean> {
  const ownCompany = actor.companyId ? await findCompany(reads, actor, actor.companyId) : undefined;
  return templatePolicy.edit(actor, ownCompany ?? { my_level: null });
}

async function csvOf(reads: Queries, actor: Actor, rows: readonly TemplateRow[]): Promise<string> {
  if (rows.length === 0) return templatesToCsv([]);
  const ids = rows.map(({ id }) => id);
  const elements = await reads.run(elementsOf(actor, ids, 0));
  return templatesToCsv(
    rows.map((row) => ({
      ...row,
      elements: elements.filter(({ template_id }) => template_id === row.id),
    })),
  );
}

function sendCsv(http: HttpContext, name: string, csv: string): undefined {
  const content = Buffer.from(csv);
  return http.sendFile(Readable.from([content]), name, content.length);
}
