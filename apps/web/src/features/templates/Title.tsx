import { Box } from '@mantine/core';
import { TITLE_VARIABLES, titleParts } from '@cairn/contract/naming';

/** Shows a title as in the builder, with variables highlighted. */
export function Title({ title, oneLine = false }: { title: string; oneLine?: boolean }) {
  return (
    <Box component="span" style={{ whiteSpace: oneLine ? 'pre' : 'pre-wrap' }}>
      {titleParts(title).map((part, index) =>
        'text' in part ? (
          <span key={index}>{part.text}</span>
        ) : (
          <Box
            key={index}
            component="span"
            display="inline-block"
            px="s6"
            bd="0.0625rem solid var(--accent-line)"
            bdrs="sm"
            bg="var(--accent-soft)"
            c="var(--accent-text)"
            fw={500}
          >
            {TITLE_VARIABLES[part.variable]}
          </Box>
        ),
      )}
    </Box>
  );
}
