import type { ElementFields, TemplateElement } from '@cairn/contract';
import { parseCondition } from '@cairn/contract/conditions';
import { unknownVariables } from '@cairn/contract/naming';
import { ANSWER_TYPES, NAMING_STRATEGIES, REVIEW_STATUSES } from '@cairn/contract/template-terms';
import { IconFileText, IconFolder, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { Switch } from '../../kit/Switch.tsx';
import { AnswerFile } from './AnswerFile.tsx';
import type { Drafting } from './drafting.ts';
import { Choice, NumberField, TextAreaField, TextField } from './fields.tsx';
import { FlagSwitches } from './FlagSwitches.tsx';
import classes from './Inspector.module.css';
import { Title } from './Title.tsx';
import { VariableMenu } from './VariableMenu.tsx';
import { conditionInWords } from './words.ts';

interface InspectorProps {
  element: TemplateElement;
  drafting: Drafting;
  editable: boolean;
  first: RefObject<HTMLInputElement | null>;
  onLeave: () => void;
}

const PRIORITIES = {
  URGENT: 'Urgent',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  PRIVATE: 'Private',
  HIDDEN: 'Hidden',
};
const EVERY = { '': 'Once', YEAR: 'Year', MONTH: 'Month', OWNER: 'Owner, by share' };

const kindOf = (element: TemplateElement): [typeof IconFolder, string] => {
  if (element.storageType === 'FOLDER') return [IconFolder, 'Folder'];
  if (element.answerType === 'DOCUMENT') return [IconFileText, 'File request'];
  return [IconHelpCircle, 'Question'];
};

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Why a text cannot be kept, or null. The server checks again. */
const titleComplaint = (title: string): string | null => {
  if (title.trim() === '') return 'Required';
  const [unknown] = unknownVariables(title);
  return unknown ? `{{${unknown}}} is not known. Choose a variable from the list.` : null;
};
const conditionComplaint = (text: string): string | null => {
  if (text.trim() === '') return null;
  const parsed = parseCondition(text);
  return parsed.ok ? null : parsed.complaint;
};

function RequestFields({ element, save }: { element: TemplateElement; save: Save }) {
  const repeat = element.repeatPer ?? '';
  return (
    <>
      <Choice
        label="Answered with"
        value={element.answerType ?? 'DOCUMENT'}
        options={ANSWER_TYPES}
        onChange={(answerType) => save({ answerType: answerType as never })}
      />
      {element.answerType === 'CHOICE' && (
        <TextAreaField
          label="Choices, one in each line"
          value={element.choices.join('\n')}
          onSave={(text) => save({ choices: linesOf(text) })}
        />
      )}
      <div className={classes.pair}>
        <Choice
          label="Create one per"
          value={repeat}
          options={EVERY}
          onChange={(per) =>
            save(
              per === ''
                ? { repeatPer: null, repeatCount: null }
                : { repeatPer: per as never, repeatCount: per === 'OWNER' ? 20 : 3 },
            )
          }
        />
        {repeat !== '' && (
          <NumberField
            label={repeat === 'OWNER' ? 'Share at least, %' : 'How many, back'}
            value={element.repeatCount}
            most={100}
            onSave={(count) => count !== null && save({ repeatCount: count })}
          />
        )}
      </div>
      <div className={classes.pair}>
        <NumberField
          label="Due after, days"
          value={element.dueDays}
          most={3650}
          onSave={(dueDays) => save({ dueDays })}
        />
        <NumberField
          label="Dated within, days"
          value={element.freshDays}
          most={3650}
          onSave={(freshDays) => save({ freshDays })}
        />
      </div>
    </>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export type Save = (fields: ElementFields) => void;

function Condition({ element, save }: { element: TemplateElement; save: Save }) {
  const words = conditionInWords(element.condition);
  return (
    <>
      <TextField
        label="Only when"
        placeholder="Always"
        value={element.condition ?? ''}
        complaint={conditionComplaint}
        onSave={(condition) => save({ condition })}
      />
      <p className={classes.hint}>
        {words
          ? `Asked for if ${words}.`
          : 'For example: entity.ownership >= 20 or loan.amount > 250000'}
      </p>
    </>
  );
}

function Counsel({ element, save }: { element: TemplateElement; save: Save }) {
  if (!element.checkWithCounsel && element.note === null) return null;
  return (
    <section className={classes.counsel} aria-label="Where this rule comes from">
      {element.checkWithCounsel && <strong>Check with counsel</strong>}
      {element.note && <p>{element.note}</p>}
      {element.checkWithCounsel && (
        <button
          type="button"
          className={classes.link}
          onClick={() => save({ checkWithCounsel: false })}
        >
          Our counsel has checked it
        </button>
      )}
    </section>
  );
}

export function Inspector({ element, drafting, editable, first, onLeave }: InspectorProps) {
  const [KindIcon, kind] = kindOf(element);
  const save: Save = (fields) => drafting.update(element.templateElementId, fields);
  const isFile = element.storageType === 'FILE';
  return (
    // Escape leads back to the row; every field has its own way to be left too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={classes.inspector}
      aria-label="Element"
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
    >
      <p className={classes.kind}>
        <KindIcon size={15} stroke={1.7} aria-hidden />
        {kind}
      </p>
      <h2 className={classes.heading}>
        <Title title={element.title} />
      </h2>
      <Counsel element={element} save={save} />
      <fieldset className={classes.fields} disabled={!editable}>
        <div className={classes.titleField}>
          <TextField
            ref={first}
            label="Title"
            value={element.title}
            complaint={titleComplaint}
            onSave={(title) => save({ title })}
          />
          <VariableMenu
            onInsert={(variable) => save({ title: `${element.title} {{${variable}}}`.trim() })}
          />
        </div>
        <p className={classes.hint}>Borrower sees: {element.evaluatedTitle}</p>
        <TextAreaField
          label="Instructions for the borrower"
          value={element.description ?? ''}
          onSave={(description) => save({ description })}
        />
        <div className={classes.pair}>
          <Choice
            label="Priority"
            value={element.priorityType}
            options={PRIORITIES}
            onChange={(priorityType) => save({ priorityType: priorityType as never })}
          />
          <Choice
            label="Visible from"
            value={element.visibleAtStatus ?? ''}
            options={{ '': 'Always', ...REVIEW_STATUSES }}
            onChange={(status) => save({ visibleAtStatus: (status || null) as never })}
          />
        </div>
        <Choice
          label="Name on the loan"
          value={element.namingStrategy}
          options={NAMING_STRATEGIES}
          onChange={(namingStrategy) => save({ namingStrategy: namingStrategy as never })}
        />
        {isFile && <RequestFields element={element} save={save} />}
        <Condition element={element} save={save} />
        <Group title="Flags">
          {isFile && (
            <Switch
              label="Required"
              checked={element.required}
              onChange={(required) => save({ required })}
            />
          )}
          {isFile && (
            <Switch
              label="Expires"
              checked={element.hasExpiration}
              onChange={(hasExpiration) => save({ hasExpiration })}
            />
          )}
          <Switch label="Hidden" checked={element.hidden} onChange={(hidden) => save({ hidden })} />
          <FlagSwitches element={element} save={save} />
        </Group>
        {element.answerType === 'DOCUMENT' && (
          <Group title="File handed out">
            <AnswerFile element={element} drafting={drafting} editable={editable} />
          </Group>
        )}
      </fieldset>
    </aside>
  );
}
