import type { Template } from '@cairn/contract';
import type { TemplateDraft } from './templateDraft.ts';
import { ServedChoice } from './ServedChoice.tsx';

/** The empty option means "any" and is sent as null. */
export function TypeChoices({
  template,
  drafting,
}: {
  template: Template;
  drafting: TemplateDraft;
}) {
  return (
    <>
      <ServedChoice
        label="Loan type"
        value={template.loanType ?? ''}
        empty="Any loan type"
        optionsOf={({ loanTypes }) => loanTypes}
        onChange={(loanType) => drafting.changeTypes({ loanType: loanType || null })}
      />
      <ServedChoice
        label="Entity type"
        value={template.entityType ?? ''}
        empty="All entity types"
        optionsOf={({ entityTypes }) => entityTypes}
        onChange={(entityType) => drafting.changeTypes({ entityType: entityType || null })}
      />
    </>
  );
}
