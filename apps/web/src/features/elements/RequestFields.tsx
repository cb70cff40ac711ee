import type { Element, Person } from '@cairn/contract';
import type { QuestionType } from '@cairn/contract/element-terms';
import { SBA_TABS, sbaTabName } from '@cairn/contract/sba-tabs';
import {
  ANSWER_TYPES,
  DOCUMENT_FLAG_CODES,
  DOCUMENT_FLAGS,
  type DocumentFlag,
  RELEASE_PHASES,
  REVIEW_STATUSES,
} from '@cairn/contract/template-terms';
import { Box, Button, Select, Text, Textarea, TextInput } from '@mantine/core';
import { IconEye, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import type { useForm } from '../../lib/useForm.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { urgencyOptions } from '../reference-data/options.ts';
import { useServedOptions } from '../reference-data/useServedOptions.tsx';
import { everyFolder, type Folder, pathName } from './packageTree.ts';
import classes from './RequestEditor.module.css';
import type { Kind, RequestValues, Visibility } from './requestForm.ts';

const MAX_INSTRUCTIONS = 2000;

const KINDS: { value: Kind; label: string }[] = [
  { value: 'file', label: 'File' },
  { value: 'question', label: 'Question' },
  { value: 'link', label: 'Link' },
];
const VISIBILITIES: { value: Visibility; label: string }[] = [
  { value: 'everyone', label: 'Borrower, lender' },
  { value: 'assignee', label: 'Assignee, lender' },
  { value: 'lender', label: 'Lender only' },
];
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const QUESTIONS = optionsOf(ANSWER_TYPES).filter(({ value }) => value !== 'DOCUMENT');

const SBA_TAB_OPTIONS = SBA_TABS.map((_, index) => ({
  value: String(index + 1),
  label: sbaTabName(index + 1),
}));

interface RequestFieldsProps {
  element: Element | undefined;
  root: Folder;
  people: readonly Person[];
  form: ReturnType<typeof useForm<RequestValues>>;
  isNew: boolean;
  hasSbaTabs: boolean;
}

/** A live preview of the request as the borrower's task shows it. */
function Reading({ values }: { values: RequestValues }) {
  return (
    <section className={classes.reading} aria-label="What the borrower reads">
      <h3>
        <IconEye size={15} stroke={1.7} aria-hidden /> What the borrower reads
      </h3>
      <Text
        component="div"
        className={classes.card}
        p="sm"
        bd="var(--border)"
        bdrs="md"
        bg="var(--canvas)"
        size="meta"
      >
        <IconFileText size={18} stroke={1.7} aria-hidden />
        <div>
          <strong>{values.borrowerTitle || values.title || 'Title'}</strong>
          {values.dueDate && <span>Due {formatDay(values.dueDate)}</span>}
          {values.description && <p>{values.description}</p>}
        </div>
        <Box
          component="span"
          className={classes.button}
          py="s4"
          px="s10"
          bd="var(--border-strong)"
          bdrs="md"
          bg="var(--surface)"
          aria-hidden
        >
          {values.kind === 'question' ? 'Answer' : 'Upload'}
        </Box>
      </Text>
    </section>
  );
}

function Flags({ form }: Pick<RequestFieldsProps, 'form'>) {
  const { flags } = form.values;
  const [isOpen] = useState(flags.length > 0);
  const toggle = (flag: DocumentFlag) =>
    form.setField(
      'flags',
      flags.includes(flag) ? flags.filter((each) => each !== flag) : [...flags, flag],
    );
  return (
    <details className={classes.flags} open={isOpen}>
      <summary>Flags{flags.length > 0 && ` (${flags.length})`}</summary>
      <div>
        {DOCUMENT_FLAG_CODES.map((flag) => (
          <button
            key={flag}
            type="button"
            aria-pressed={flags.includes(flag)}
            onClick={() => toggle(flag)}
          >
            {DOCUMENT_FLAGS[flag]}
          </button>
        ))}
      </div>
    </details>
  );
}

/** The fields of a request, for creating and for editing it. */
export function RequestFields(props: RequestFieldsProps) {
  const { element, root, people, form, isNew, hasSbaTabs } = props;
  const { values, setField, errors } = form;
  const urgencies = useServedOptions(urgencyOptions, values.priority);
  const targets = everyFolder(root).flatMap((folder) =>
    folder.files
      .filter(({ id, elementId }) => id === elementId)
      .map(({ id, title }) => ({ value: id, label: `${pathName(folder)} / ${title}` })),
  );
  const place = isNew && (
    <Select
      label="Folder"
      searchable
      data={everyFolder(root).map((folder) => ({
        value: folder.element.id,
        label: pathName(folder),
      }))}
      value={values.parentId}
      onChange={(parentId) => parentId && setField('parentId', parentId)}
    />
  );
  const kinds = isNew && (
    <Segmented
      label="Kind"
      options={KINDS}
      value={values.kind}
      onChange={(kind) => setField('kind', kind)}
    />
  );
  if (values.kind === 'link') {
    return (
      <>
        {kinds}
        <Text size="meta" c="var(--ink-2)">
          A link shows a request in a second folder. Its answer is the same in both.
        </Text>
        <Select
          label="Request"
          placeholder="Search by name"
          searchable
          data-autofocus
          data={targets}
          value={values.targetId}
          error={errors['targetId']}
          nothingFoundMessage="No matching requests"
          onChange={(targetId) => setField('targetId', targetId)}
        />
        {place}
      </>
    );
  }
  return (
    <>
      {kinds}
      <TextInput label="Title" required maxLength={255} data-autofocus {...form.field('title')} />
      <TextInput
        label="Title for the borrower"
        placeholder={values.title}
        maxLength={255}
        {...form.field('borrowerTitle')}
      />
      <Textarea
        label="Instructions to borrower"
        description={`${values.description.length} / ${MAX_INSTRUCTIONS}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        minRows={2}
        maxRows={8}
        maxLength={MAX_INSTRUCTIONS}
        {...form.field('description')}
      />
      {values.visibility !== 'lender' && <Reading values={values} />}
      {values.kind === 'question' && isNew && (
        <Select
          label="Answer"
          allowDeselect={false}
          data={QUESTIONS}
          value={values.questionType}
          onChange={(type) => type && setField('questionType', type as QuestionType)}
        />
      )}
      {values.kind === 'question' && values.questionType === 'CHOICE' && (
        <Textarea
          label="Choices"
          description="One per line"
          minRows={3}
          {...form.field('choices')}
        />
      )}
      {place}
      <div className={classes.pairs}>
        <Select
          label="Assignee"
          clearable
          searchable
          placeholder="Unassigned"
          data={people.map((person) => ({ value: person.id, label: personName(person) }))}
          {...form.field('assignedToUserId')}
        />
        <TextInput type="date" label="Due" {...form.field('dueDate')} />
        <Select
          label="Visible to"
          allowDeselect={false}
          data={VISIBILITIES}
          {...form.field('visibility')}
        />
        <Select
          label="Priority"
          allowDeselect={false}
          {...urgencies}
          disabled={urgencies.disabled || values.visibility !== 'everyone'}
          {...form.field('priority')}
        />
        <Select
          label="Ask from phase"
          clearable
          placeholder="Now"
          data={optionsOf(RELEASE_PHASES)}
          {...form.field('releasePhase')}
        />
        <Select
          label="Ask from review status"
          clearable
          placeholder="Any"
          data={optionsOf(REVIEW_STATUSES)}
          {...form.field('visibleAtStatus')}
        />
        {hasSbaTabs && (
          <Select
            label="SBA tab"
            clearable
            placeholder="None"
            data={SBA_TAB_OPTIONS}
            {...form.field('sbaTab')}
          />
        )}
      </div>
      <Switch
        label="The answer expires"
        checked={values.hasExpiration}
        onChange={(hasExpiration) => setField('hasExpiration', hasExpiration)}
      />
      {element?.answer && (values.hasExpiration || values.expirationDate) && (
        <div className={classes.pairs}>
          <TextInput type="date" label="This answer expires on" {...form.field('expirationDate')} />
          {values.expirationDate && (
            <Button
              variant="subtle"
              style={{ alignSelf: 'end' }}
              onClick={() => setField('expirationDate', '')}
            >
              No expiration date
            </Button>
          )}
        </div>
      )}
      <Flags form={form} />
    </>
  );
}
