import { Box, Flex, SimpleGrid, Stack, Text } from '@mantine/core';
import type { TemplateElement } from '@cairn/contract';
import { parseCondition } from '@cairn/contract/conditions';
import { unknownVariables } from '@cairn/contract/naming';
import { SBA_TABS, sbaTabName } from '@cairn/contract/sba-tabs';
import {
  ANSWER_TYPES,
  NAMING_STRATEGIES,
  RELEASE_PHASES,
  REVIEW_STATUSES,
} from '@cairn/contract/template-terms';
import { IconFileText, IconFolder, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { Switch } from '../../ui/Switch.tsx';
import { AnswerFile } from './AnswerFile.tsx';
import type { SaveFields, TemplateDraft } from './templateDraft.ts';
import { Choice, NumberField, TextAreaField, TextField } from './fields.tsx';
import { FlagSwitches } from './FlagSwitches.tsx';
import classes from './Inspector.module.css';
import { ServedChoice } from './ServedChoice.tsx';
import { Title } from './Title.tsx';
import { VariableMenuButton } from './VariableMenuButton.tsx';
import { conditionInWords } from './elementText.ts';

const SBA_TAB_CHOICES: Record<string, string> = {
  '': 'None',
  ...Object.fromEntries(SBA_TABS.map((_, index) => [String(index + 1), sbaTabName(index + 1)])),
};

interface InspectorProps {
  element: TemplateElement;
  drafting: TemplateDraft;
  editable: boolean;
  first: RefObject<HTMLInputElement | null>;
  onLeave: () => void;
}

const EVERY = { '': 'Once', YEAR: 'Year', MONTH: 'Month', OWNER: 'Owner, by share' };

const kindOf = (element: TemplateElement): [typeof IconFolder, string] => {
  if (element.storageType === 'FOLDER') return [IconFolder, 'Folder'];
  if (element.answerType === 'DOCUMENT') return [IconFileText, 'File request'];
  return [IconHelpCircle, 'Question'];
};

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" m={0} p={0} miw={0} bd={0}>
      <Text component="legend" size="table" fw={600} pt="xs" pb="s2">
        {title}
      </Text>
      {children}
    </Box>
  );
}

/** Returns why a text cannot be saved, or null. The server checks it again. */
const titleComplaint = (title: string): string | null => {
  if (title.trim() === '') return 'Required';
  const [unknown] = unknownVariables(title);
  return unknown ? `{{${unknown}}} is not a variable. Choose one from the list.` : null;
};
const conditionComplaint = (text: string): string | null => {
  if (text.trim() === '') return null;
  const parsed = parseCondition(text);
  return parsed.ok ? null : parsed.complaint;
};

function RequestFields({ element, save }: { element: TemplateElement; save: SaveFields }) {
  const repeat = element.repeatPer ?? '';
  return (
    <>
      <Choice
        label="Answered with"
        value={element.answerType ?? 'DOCUMENT'}
        options={ANSWER_TYPES}
        onChange={(answerType) => save({ answerType })}
      />
      {element.answerType === 'CHOICE' && (
        <TextAreaField
          label="Choices, one per line"
          value={element.choices.join('\n')}
          onSave={(text) => save({ choices: linesOf(text) })}
        />
      )}
      <SimpleGrid cols={2} spacing="sm">
        <Choice
          label="Create one per"
          value={repeat}
          options={EVERY}
          onChange={(per) =>
            save(
              per === ''
                ? { repeatPer: null, repeatCount: null }
                : { repeatPer: per, repeatCount: per === 'OWNER' ? 20 : 3 },
            )
          }
        />
        {repeat !== '' && (
          <NumberField
            label={repeat === 'OWNER' ? 'Minimum ownership (%)' : 'Number of periods'}
            value={element.repeatCount}
            most={100}
            onSave={(count) => count !== null && save({ repeatCount: count })}
          />
        )}
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="sm">
        <NumberField
          label="Due after (days)"
          value={element.dueDays}
          most={3650}
          onSave={(dueDays) => save({ dueDays })}
        />
        <NumberField
          label="Dated within (days)"
          value={element.freshDays}
          most={3650}
          onSave={(freshDays) => save({ freshDays })}
        />
      </SimpleGrid>
    </>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function Condition({ element, save }: { element: TemplateElement; save: SaveFields }) {
  const words = conditionInWords(element.condition);
  return (
    <>
      <TextField
        label="Condition"
        placeholder="Always"
        value={element.condition ?? ''}
        complaint={conditionComplaint}
        onSave={(condition) => save({ condition })}
      />
      <Text size="meta" mt="-xs" c="var(--ink-3)" style={{ overflowWrap: 'anywhere' }}>
        {words
          ? `Required if ${words}.`
          : 'For example: entity.ownership >= 20 or loan.amount > 250000'}
      </Text>
    </>
  );
}

function Counsel({ element, save }: { element: TemplateElement; save: SaveFields }) {
  if (!element.checkWithCounsel && element.note === null) return null;
  return (
    <Stack
      component="section"
      className={classes.counsel}
      gap="s4"
      mb="md"
      py="s10"
      px="sm"
      bdrs="md"
      bg="var(--red-bg)"
      c="var(--red-fg)"
      fz="meta"
      lh="meta"
      aria-label="Source of this rule"
    >
      {element.checkWithCounsel && <strong>Check with counsel</strong>}
      {element.note && <p>{element.note}</p>}
      {element.checkWithCounsel && (
        <button
          type="button"
          className={classes.link}
          onClick={() => save({ checkWithCounsel: false })}
        >
          Reviewed by counsel
        </button>
      )}
    </Stack>
  );
}

export function Inspector({ element, drafting, editable, first, onLeave }: InspectorProps) {
  const [KindIcon, kind] = kindOf(element);
  const save: SaveFields = (fields) => drafting.update(element.templateElementId, fields);
  const isFile = element.storageType === 'FILE';
  return (
    // Escape returns the focus to the row. Every field can also be left in the usual ways.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Box
      component="aside"
      pt={18}
      px="s20"
      pb="xl"
      style={{ overflowY: 'auto' }}
      aria-label="Element"
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
    >
      <Flex component="p" gap="s6" align="center" fz="meta" lh="meta" c="var(--ink-2)">
        <KindIcon size={15} stroke={1.7} aria-hidden />
        {kind}
      </Flex>
      <Text
        component="h2"
        size="section"
        fw={600}
        mt="s4"
        mb="md"
        style={{ overflowWrap: 'anywhere' }}
      >
        <Title title={element.title} />
      </Text>
      <Counsel element={element} save={save} />
      <Flex
        component="fieldset"
        direction="column"
        gap={14}
        m={0}
        p={0}
        miw={0}
        bd={0}
        disabled={!editable}
      >
        <Box pos="relative">
          <TextField
            ref={first}
            label="Title"
            value={element.title}
            complaint={titleComplaint}
            onSave={(title) => save({ title })}
          />
          <VariableMenuButton
            onInsert={(variable) => save({ title: `${element.title} {{${variable}}}`.trim() })}
          />
        </Box>
        <TextAreaField
          label="Title for the borrower (optional)"
          value={element.borrowerTitle ?? ''}
          onSave={(borrowerTitle) => save({ borrowerTitle: borrowerTitle || null })}
        />
        <Text size="meta" mt="-xs" c="var(--ink-3)" style={{ overflowWrap: 'anywhere' }}>
          Borrower sees: {element.borrowerTitle ?? element.evaluatedTitle}
        </Text>
        <TextAreaField
          label="Instructions for the borrower"
          value={element.description ?? ''}
          onSave={(description) => save({ description })}
        />
        <SimpleGrid cols={2} spacing="sm">
          <ServedChoice
            label="Priority"
            value={element.priorityType}
            optionsOf={({ priorities }) => priorities}
            onChange={(priorityType) => save({ priorityType })}
          />
          <Choice
            label="Visible from"
            value={element.visibleAtStatus ?? ''}
            options={{ '': 'Always', ...REVIEW_STATUSES }}
            onChange={(status) => save({ visibleAtStatus: status || null })}
          />
        </SimpleGrid>
        <Choice
          label="Held until"
          value={element.releasePhase ?? ''}
          options={{ '': 'Asked from the start', ...RELEASE_PHASES }}
          onChange={(phase) => save({ releasePhase: phase || null })}
        />
        <Choice
          label="Naming"
          value={element.namingStrategy}
          options={NAMING_STRATEGIES}
          onChange={(namingStrategy) => save({ namingStrategy })}
        />
        {isFile && (
          <Choice
            label="SBA tab"
            value={element.sbaTab ?? ''}
            options={SBA_TAB_CHOICES}
            onChange={(sbaTab) => save({ sbaTab: sbaTab || null })}
          />
        )}
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
      </Flex>
    </Box>
  );
}
