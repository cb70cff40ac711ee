/** The API's first version: templates of whole loans, without their elements. */
import type { LoanTemplate } from '@cairn/contract';
import { loanTemplates } from '@cairn/contract/loan-templates';
import { routes } from '../../platform/handler.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { makeEmpty } from './create-template.ts';
import { changeTemplate } from './change-template.ts';
import { findTemplate, type TemplateRow } from './store.ts';

const present = (row: TemplateRow): LoanTemplate => ({
  id: row.id,
  name: row.name,
  company: row.company_id,
  loanType: row.loan_type,
  entityType: row.entity_type,
  revision: row.revision,
});

async function findLoanTemplate(reads: Queries, actor: Actor, id: string): Promise<TemplateRow> {
  const row = await findTemplate(reads, actor, id);
  if (row?.block_type !== 'LOAN') throw new ApiError('NOT_FOUND');
  return row;
}

export const loanTemplateRoutes = () =>
  routes(loanTemplates, {
    createLoanTemplate: ({ actor, body, write }) =>
      write(async (tx) => present(await makeEmpty(tx, actor, { ...body, blockType: 'LOAN' }))),

    updateLoanTemplate: async ({ actor, params: { id }, body, reads, write }) => {
      await findLoanTemplate(reads, actor, id);
      return write(async (tx) => present(await changeTemplate(tx, actor, { ...body, id })));
    },

    getLoanTemplate: async ({ actor, params: { id }, reads }) =>
      present(await findLoanTemplate(reads, actor, id)),
  });
