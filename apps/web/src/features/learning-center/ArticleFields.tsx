import type { SupportAudience, SupportCategory } from '@cairn/contract';
import {
  SUPPORT_AUDIENCES,
  SUPPORT_BODY_MAX,
  SUPPORT_SLUG_MAX,
  SUPPORT_SUMMARY_MAX,
  SUPPORT_TITLE_MAX,
} from '@cairn/contract/learning-center-terms';
import { Group, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { FieldProps, FieldName } from '../../lib/useForm.ts';
import { FieldRow } from '../../ui/Form.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useServedLists } from '../reference-data/useServedOptions.tsx';
import { ArticleBody } from './ArticleBody.tsx';
import { blocksOf } from './articleText.ts';
import classes from './Editor.module.css';
import { FormatBar } from './FormatBar.tsx';
import type { Edited } from './formatText.ts';

export interface ArticleValues {
  title: string;
  slug: string;
  categoryId: string;
  summary: string;
  audiences: SupportAudience[];
  position: number;
  published: boolean;
  body: string;
}

interface ArticleForm {
  values: ArticleValues;
  errors: Record<string, string | undefined>;
  setValues: (values: Partial<ArticleValues>) => void;
  field: (path: FieldName<ArticleValues>) => FieldProps;
}

interface ArticleFieldsProps {
  form: ArticleForm;
  topics: readonly SupportCategory[];
  /** Undefined until the article is saved once: pictures belong to a saved article. */
  entryId?: string;
}

/** The text field with its format buttons, and a preview of the article beside it. */
function BodyField({ form, entryId }: Pick<ArticleFieldsProps, 'form' | 'entryId'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { body } = form.values;
  const deferredBody = useDeferredValue(body);
  const blocks = useMemo(() => blocksOf(deferredBody), [deferredBody]);
  const edit = (change: (text: string, from: number, to: number) => Edited) => {
    const element = field.current;
    if (!element) return;
    const next = change(element.value, element.selectionStart, element.selectionEnd);
    // flushSync updates the field first, so that the caret is in place before the next key press.
    flushSync(() => form.setValues({ body: next.text }));
    element.focus();
    element.setSelectionRange(next.from, next.to);
  };
  return (
    <div className={classes.columns}>
      <div>
        <FormatBar onEdit={edit} entryId={entryId} />
        <Textarea
          ref={field}
          label="Text"
          description={
            entryId === undefined
              ? 'Save the article once to add pictures to it.'
              : 'Pictures that are no longer in the text are deleted when you save.'
          }
          minRows={18}
          maxLength={SUPPORT_BODY_MAX}
          {...form.field('body')}
        />
      </div>
      <Paper component="section" aria-label="Preview" mih={192} p="s20" withBorder radius="lg">
        <ArticleBody blocks={blocks} />
      </Paper>
    </div>
  );
}

/** Selects the readers. The server provides the list of audiences. */
function Audiences({ form: { values, errors, setValues } }: Pick<ArticleFieldsProps, 'form'>) {
  const lists = useServedLists();
  return (
    <fieldset className={classes.audiences}>
      <legend>For</legend>
      {!lists.data && (
        <QueryFallback
          query={lists}
          loading="Loading the readers"
          failed="The readers could not be loaded"
        />
      )}
      <Group gap="lg">
        {lists.data?.knowledgeBases.map(({ value, label }) => (
          <Switch
            key={value}
            label={label}
            checked={values.audiences.some((each) => each === value)}
            onChange={(on) =>
              setValues({
                audiences: SUPPORT_AUDIENCES.filter((each) =>
                  each === value ? on : values.audiences.includes(each),
                ),
              })
            }
          />
        ))}
      </Group>
      {errors['audiences'] && <p role="alert">{errors['audiences']}</p>}
    </fieldset>
  );
}

export function ArticleFields({ form, topics, entryId }: ArticleFieldsProps) {
  const { values, setValues, field } = form;
  return (
    <Stack gap="s20">
      <FieldRow>
        <TextInput label="Title" maxLength={SUPPORT_TITLE_MAX} {...field('title')} />
        <TextInput
          label="Address"
          description="Leave blank to make it from the title."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={SUPPORT_SLUG_MAX}
          {...field('slug')}
        />
      </FieldRow>
      <FieldRow>
        <NativeSelect
          label="Topic"
          data={topics.map(({ id, title }) => ({ value: id, label: title }))}
          {...field('categoryId')}
        />
        <TextInput
          type="number"
          label="Position"
          description="Articles with a lower number come first."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={10_000}
          value={values.position}
          onChange={(event) => setValues({ position: Number(event.currentTarget.value) || 0 })}
        />
      </FieldRow>
      <Textarea label="Summary" minRows={2} maxLength={SUPPORT_SUMMARY_MAX} {...field('summary')} />
      <Audiences form={form} />
      <BodyField form={form} {...(entryId !== undefined && { entryId })} />
      <Switch
        label="Published"
        checked={values.published}
        onChange={(published) => setValues({ published })}
      />
      <Text size="meta" c="dimmed" mt="-md">
        Readers see a published article when you save. Otherwise it stays a draft.
      </Text>
    </Stack>
  );
}
