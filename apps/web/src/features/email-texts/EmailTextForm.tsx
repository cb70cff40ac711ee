import type { EmailText } from '@cairn/contract';
import {
  EMAIL_KIND_TITLES,
  EMAIL_PLACEHOLDERS,
  MAX_EMAIL_OPENING,
  MAX_EMAIL_SUBJECT,
  placeholderProblem,
  PLACEHOLDERS_OF,
} from '@cairn/contract/email-terms';
import { Button, Flex, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmailTextPreview } from './EmailTextPreview.tsx';
import classes from './EmailTexts.module.css';

const TYPING_MS = 300;

interface EmailTextFormProps {
  companyId: string;
  text: EmailText;
  mayEdit: boolean;
}

interface Fields {
  subject: string;
  opening: string;
}

const fieldsOf = ({ subject, opening }: Pick<EmailText, 'subject' | 'opening'>): Fields => ({
  subject: subject ?? '',
  opening: opening ?? '',
});
/** An empty field means the default text. */
const asGiven = ({ subject, opening }: Fields) => ({
  subject: subject.trim() || null,
  opening: opening.trim() || null,
});

export function EmailTextForm({ companyId, text, mayEdit }: EmailTextFormProps) {
  const { kind } = text;
  const form = useCallForm('updateEmailText', {
    mode: 'controlled',
    initialValues: fieldsOf(text),
    optional: 'all',
    rules: async () =>
      (await import('@cairn/contract/email-texts')).emailTexts.updateEmailText.body,
    request: (fields) => ({ params: { companyId }, body: { kind, ...asGiven(fields) } }),
    onSuccess: (fields) => {
      form.setValues(fieldsOf(asGiven(fields)));
      toast.success(`${EMAIL_KIND_TITLES[kind]}: saved`);
    },
  });
  const { values } = form;
  const [settled] = useDebouncedValue(values, TYPING_MS);
  // While a placeholder is invalid, the preview shows the default text and the field shows the error.
  const isUsable = [settled.subject, settled.opening].every(
    (typed) => placeholderProblem(typed, kind) === undefined,
  );
  const texts = asGiven(values);
  const isDefault = texts.subject === null && texts.opening === null;
  return (
    <Flex flex="1 1 36rem" wrap="wrap" align="flex-start" gap="lg" miw={0}>
      <Card className={classes.form}>
        <Form
          form={form}
          aria-label={EMAIL_KIND_TITLES[kind]}
          actions={
            mayEdit && (
              <Group justify="space-between">
                <Button
                  variant="default"
                  disabled={isDefault || form.busy}
                  onClick={() => form.setValues({ subject: '', opening: '' })}
                >
                  Reset to default
                </Button>
                <Button type="submit" loading={form.busy}>
                  Save text
                </Button>
              </Group>
            )
          }
        >
          <Stack gap="s20">
            <TextInput
              label="Subject"
              description="Leave blank for the default."
              maxLength={MAX_EMAIL_SUBJECT}
              disabled={!mayEdit}
              {...form.field('subject')}
            />
            <Textarea
              label="Opening"
              description="The sentences above the documents and the button. Leave blank for the default."
              minRows={4}
              maxLength={MAX_EMAIL_OPENING}
              disabled={!mayEdit}
              {...form.field('opening')}
            />
            <div>
              <Text size="body" fw={600}>
                Placeholders
              </Text>
              <Text size="meta" c="dimmed">
                If one has no value in an email, the default text is sent instead.
              </Text>
              <Text component="dl" className={classes.placeholders} mt="xs" size="table">
                {PLACEHOLDERS_OF[kind].map((name) => (
                  <div key={name}>
                    <dt>{`{${name}}`}</dt>
                    <dd>{EMAIL_PLACEHOLDERS[name]}</dd>
                  </div>
                ))}
              </Text>
            </div>
          </Stack>
        </Form>
      </Card>
      <EmailTextPreview
        companyId={companyId}
        kind={kind}
        text={isUsable ? asGiven(settled) : { subject: null, opening: null }}
      />
    </Flex>
  );
}
