import type { EmailSignature } from '@cairn/contract';
import { SIGNATURE_MAX, signatureLines } from '@cairn/contract/signature-terms';
import { ActionIcon, Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconBold, IconItalic, IconLink } from '@tabler/icons-react';
import { Fragment, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hint } from '../../lib/hint.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { type Edit, wrap } from '../learning-center/formatText.ts';

const FORMATS = [
  { label: 'Bold', icon: IconBold, edit: wrap('**', '**', 'bold') },
  { label: 'Italic', icon: IconItalic, edit: wrap('*', '*', 'italic') },
  { label: 'Link', icon: IconLink, edit: wrap('[', '](https://example.com)', 'link') },
] as const;

/** Renders the text as React elements, never as HTML. */
function SignaturePreview({ text }: { text: string }) {
  return (
    <Box component="section" aria-label="Preview" p="sm" bg="var(--hover)" bdrs="sm">
      {signatureLines(text).map((line, place) => (
        <Fragment key={place}>
          {place > 0 && <br />}
          {line.map(({ text: words, mark, href }, number) => {
            if (href !== undefined) {
              return (
                <a key={number} href={href} target="_blank" rel="noopener noreferrer">
                  {words}
                </a>
              );
            }
            if (mark === 'bold') return <strong key={number}>{words}</strong>;
            if (mark === 'italic') return <em key={number}>{words}</em>;
            return <Fragment key={number}>{words}</Fragment>;
          })}
        </Fragment>
      ))}
    </Box>
  );
}

function SignatureEditor({ signature }: { signature: EmailSignature }) {
  const [text, setText] = useState(signature.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const save = useAction('updateSignature');
  const format = (edit: Edit) => {
    const element = field.current;
    if (!element) return;
    const { text: next, from, to } = edit(text, element.selectionStart, element.selectionEnd);
    flushSync(() => setText(next));
    element.focus();
    element.setSelectionRange(from, to);
  };
  const submit = () =>
    save.mutate(
      { params: { id: signature.id }, body: { text } },
      { onSuccess: () => toast.success('Signature saved') },
    );
  return (
    <Stack gap="sm">
      <Group gap="s4" role="toolbar" aria-label="Format">
        {FORMATS.map(({ label, icon: Icon, edit }) => (
          <ActionIcon
            key={label}
            size={36}
            aria-label={label}
            onClick={() => format(edit)}
            {...hint(label)}
          >
            <Icon size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
      <Textarea
        ref={field}
        label="Email signature"
        description="Leave blank for none."
        minRows={3}
        maxLength={SIGNATURE_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <div>
          <Text size="meta" c="dimmed" mb="s4">
            As readers see it
          </Text>
          <SignaturePreview text={text} />
        </div>
      )}
      <Button
        variant="default"
        w={{ base: '100%', sm: 'auto' }}
        style={{ justifySelf: 'start', alignSelf: 'start' }}
        loading={save.isPending}
        onClick={submit}
      >
        Save signature
      </Button>
    </Stack>
  );
}

export function SignatureForm() {
  const query = useCall('getSignature', {});
  return query.data ? (
    <SignatureEditor signature={query.data} />
  ) : (
    <QueryFallback
      query={query}
      loading="Loading your signature"
      failed="Your signature could not be loaded"
      rows={3}
    />
  );
}
