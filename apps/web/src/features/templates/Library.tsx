import { Box, Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import type { TemplateAddresses } from './templateAddresses.ts';
import classes from './TemplatesPage.module.css';

interface LibraryProps {
  addresses: TemplateAddresses;
  mayAdopt: boolean;
  companyId: string | undefined;
}

/** Starter templates. A company gets its own copy, which it can change. */
export function Library({ addresses, mayAdopt, companyId }: LibraryProps) {
  const navigate = useNavigate();
  const { data } = useCall('listTemplateLibrary', {});
  const adopt = useAction('copyTemplate');
  if (!data) return null;
  const take = (libraryKey: string) =>
    adopt.mutate(
      { body: { libraryKey, ...(companyId && { company: companyId }) } },
      { onSuccess: ({ id }) => void navigate({ to: addresses.edit, params: { templateId: id } }) },
    );
  return (
    <Box component="section" mt="s40" aria-labelledby="library">
      <Text id="library" component="h2" size="subsection" fw={600} mt="lg" mb="xs" c="var(--ink-2)">
        Starter library
      </Text>
      <Text size="table" mb="sm" c="var(--ink-2)" maw="68ch">
        Complete lists to adopt and edit. Not legal advice. Unverified items are marked “Check with
        counsel” in your copy.
      </Text>
      <ul className={classes.shelf}>
        {data.templates.map((book) => (
          <Stack
            component="li"
            key={book.key}
            className={classes.book}
            gap="s4"
            p="md"
            bd="var(--border)"
            bdrs="lg"
            bg="var(--surface)"
          >
            <h3>{book.name}</h3>
            <Text size="meta" c="var(--ink-3)">
              {book.description}
            </Text>
            <Text size="meta" c="var(--ink-3)">
              {book.totalFiles} requests, as of {book.asOf}
            </Text>
            <Text size="meta" c="var(--red-fg)" flex={1}>
              {book.totalUnverified} to check with counsel
            </Text>
            {mayAdopt && (
              <Button
                variant="default"
                size="compact-sm"
                loading={adopt.isPending && adopt.variables?.body?.libraryKey === book.key}
                aria-label={`Adopt ${book.name}`}
                onClick={() => take(book.key)}
              >
                Adopt
              </Button>
            )}
          </Stack>
        ))}
      </ul>
    </Box>
  );
}
