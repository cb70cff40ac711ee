import type { Template } from '@cairn/contract';
import { ENTITY_TYPES, LOAN_TYPES } from '@cairn/contract/constants';
import type { TemplateDraft } from './templateDraft.ts';
import { Choice } from './fields.tsx';

/** Empty is any: it is sent as null. */
export function TypeChoices({
  template,
  drafting,
}: {
  template: Template;
  drafting: TemplateDraft;
}) {
  return (
    <>
      <Choice
        label="Loan type"
        value={template.loanType ?? ''}
        options={{ '': 'Any loan type', ...LOAN_TYPES }}
        onChange={(loanType) => drafting.changeTypes({ loanType: loanType || null })}
      />
      <Choice
        label="Entity type"
        value={template.entityType ?? ''}
        options={{ '': 'All entity types', ...ENTITY_TYPES }}
        onChange={(entityType) => drafting.changeTypes({ entityType: entityType || null })}
      />
    </>
  );
}
