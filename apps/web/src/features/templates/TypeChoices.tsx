import type { Template } from '@cairn/contract';
import { ENTITY_TYPES, LOAN_TYPES } from '@cairn/contract/constants';
import { useAction } from '../../kit/useAction.ts';
import { Choice } from './fields.tsx';

/** Empty is any: it is sent as null. */
export function TypeChoices({ template }: { template: Template }) {
  const { mutate, isPending } = useAction('updateTemplate');
  const change = (fields: { loanType?: string; entityType?: string }) =>
    mutate({ body: { id: template.id, revision: template.revision, ...nullFor(fields) } });
  return (
    <>
      <Choice
        label="Loan type"
        value={template.loanType ?? ''}
        options={{ '': 'Any loan type', ...LOAN_TYPES }}
        disabled={isPending}
        onChange={(loanType) => change({ loanType })}
      />
      <Choice
        label="Entity type"
        value={template.entityType ?? ''}
        options={{ '': 'All entity types', ...ENTITY_TYPES }}
        disabled={isPending}
        onChange={(entityType) => change({ entityType })}
      />
    </>
  );
}

export const nullFor = (fields: Record<string, string>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value || null]));
