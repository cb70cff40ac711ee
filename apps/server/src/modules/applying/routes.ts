import { applying } from '@cairn/contract/applying';
import { routes, type Handlers } from '../../platform/call.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import { apply, preview, type Order } from './applying.ts';
import { createLoan, previewLoan } from './creating.ts';
import { decideOn, suggestionsOn } from './rules.ts';

type Call = Pick<
  Parameters<Handlers<typeof applying>['applyTemplate']>[0],
  'actor' | 'reads' | 'write'
>;

const putTo = (call: Call, { dryRun, ...order }: Order & { dryRun: boolean }) =>
  dryRun
    ? preview(call.reads, call.actor, order)
    : call.write((tx) => apply(tx, call.actor, order));

export const applyingRoutes = ({ keys }: { keys: CompanyKeys }) =>
  routes(applying, {
    createFromTemplate: ({ actor, body, reads, write }) =>
      body.dryRun
        ? previewLoan(reads, actor, body)
        : write((tx) => createLoan(tx, keys, actor, body)),
    applyTemplate: (call) => putTo(call, { ...call.body, mode: 'add' }),
    applyNewTemplateToExistingLoan: (call) => putTo(call, { ...call.body, mode: 'renew' }),
    applyNewTemplateToExistingEntity: (call) => putTo(call, { ...call.body, mode: 'renew' }),

    listSuggestions: ({ actor, params, reads }) => suggestionsOn(reads, actor, params.id),
    decideSuggestions: ({ actor, params, body, write }) =>
      write((tx) => decideOn(tx, actor, params.id, body)),
  });
