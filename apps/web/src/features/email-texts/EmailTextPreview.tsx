import type { EmailKind } from '@cairn/contract/email-terms';
import { Box, Flex, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callOptions } from '../../lib/useCall.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import classes from './EmailTexts.module.css';
import { RowList } from '../../ui/RowList.tsx';

interface EmailTextPreviewProps {
  companyId: string;
  kind: EmailKind;
  text: { subject: string | null; opening: string | null };
}

/** The email as a borrower receives it, rendered by the server with sample names. */
export function EmailTextPreview({ companyId, kind, text }: EmailTextPreviewProps) {
  const request = { params: { companyId }, body: { kind, ...text } };
  const query = useQuery({
    ...callOptions('previewEmailText', request),
    placeholderData: keepPreviousData,
  });
  const { data: email } = query;
  if (!email) {
    return (
      <section aria-label="Preview" className={classes.preview}>
        <QueryFallback query={query} loading="Loading the preview" failed="No preview" rows={4} />
      </section>
    );
  }
  return (
    <section aria-label="Preview" className={classes.preview}>
      <div className={classes.inbox}>
        <Text size="body" fw={600}>
          {email.subject}
        </Text>
        <Text size="meta" c="dimmed">
          {email.from} to elena@larkspur.example
        </Text>
      </div>
      <Box p="s20">
        <Text component="h2" size="section" fw={600}>
          {email.title}
        </Text>
        {email.opening.map((paragraph) => (
          <Text key={paragraph} size="body" c="var(--ink-2)" mt="xs">
            {paragraph}
          </Text>
        ))}
        {email.items.length > 0 && (
          <RowList framed mt="md">
            {email.items.map(({ title, notes, aside }) => (
              <Flex component="li" key={title} justify="space-between" gap="sm" px="md" py="sm">
                <div>
                  <strong>{title}</strong>
                  {notes.map((note) => (
                    <Text key={note} size="meta" c="dimmed">
                      {note}
                    </Text>
                  ))}
                </div>
                {aside && <span>{aside}</span>}
              </Flex>
            ))}
          </RowList>
        )}
        <Box
          mt="md"
          p="sm"
          bdrs="md"
          bg="var(--primary)"
          c="var(--on-primary)"
          fw={600}
          ta="center"
        >
          {email.button}
        </Box>
      </Box>
      <details className={classes.plain}>
        <summary>Plain text</summary>
        <pre>{email.text}</pre>
      </details>
    </section>
  );
}
