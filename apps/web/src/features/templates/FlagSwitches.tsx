import type { TemplateElement } from '@cairn/contract';
import {
  DOCUMENT_FLAG_CODES,
  DOCUMENT_FLAGS,
  type DocumentFlag,
} from '@cairn/contract/template-terms';
import { useState } from 'react';
import { Switch } from '../../ui/Switch.tsx';
import classes from './Inspector.module.css';
import type { SaveFields } from './templateDraft.ts';

const FIRST: readonly DocumentFlag[] = [
  'NEEDS_SIGNATURE',
  'NEEDS_NOTARY',
  'INTERNAL_ONLY',
  'LENDER_ONLY',
];

/** Shows the usual flags first and all of them on demand. Flags that are on are always shown. */
export function FlagSwitches({ element, save }: { element: TemplateElement; save: SaveFields }) {
  const [all, setAll] = useState(false);
  const flags = DOCUMENT_FLAG_CODES.filter(
    (flag) => all || FIRST.includes(flag) || element.modifiers.includes(flag),
  );
  const saveFlag = (flag: DocumentFlag, on: boolean) =>
    save({
      modifiers: on
        ? [...element.modifiers, flag]
        : element.modifiers.filter((other) => other !== flag),
    });
  return (
    <>
      {flags.map((flag) => (
        <Switch
          key={flag}
          label={DOCUMENT_FLAGS[flag]}
          checked={element.modifiers.includes(flag)}
          onChange={(on) => saveFlag(flag, on)}
        />
      ))}
      <button type="button" className={classes.link} onClick={() => setAll(!all)}>
        {all ? 'Fewer flags' : 'All flags'}
      </button>
    </>
  );
}
