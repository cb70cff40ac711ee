import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { AdverseActionNotice, CreditSubject } from '@cairn/contract';
import {
  ADVERSE_ACTION_REASON_CODES,
  ADVERSE_ACTION_REASONS,
  ADVERSE_ACTION_TEXT_MAX,
  MAX_ADVERSE_ACTION_REASONS,
  type AdverseActionReason,
} from '@cairn/contract/credit-terms';
import {
  Box,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Text,
  Textarea,
} from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { copyText } from '../../lib/copyText.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { useAction } from '../../lib/useAction.ts';
import { Card } from '../../ui/Card.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

interface AdverseActionProps {
  loanId: string;
  subjects: readonly CreditSubject[];
  notices: readonly AdverseActionNotice[];
}

/**
 * One notice per person or business. Changing the reasons generates a new text; editing the text keeps the edited text.
 */
function Notice({
  loanId,
  loanEntityId,
  notice,
}: {
  loanId: string;
  loanEntityId: string;
  notice: AdverseActionNotice | undefined;
}) {
  const [reasons, setReasons] = useState<AdverseActionReason[]>(notice?.reasons ?? []);
  const [text, setText] = useState(notice?.text ?? '');
  const save = useAction('saveAdverseActionNotice');
  const send = (body: { reasons: AdverseActionReason[]; text?: string }, announcement: string) =>
    save.mutate(
      { params: { loanId, loanEntityId }, body },
      {
        onSuccess: (saved) => {
          setText(saved.text);
          announce(announcement);
        },
      },
    );
  const full = reasons.length >= MAX_ADVERSE_ACTION_REASONS;
  return (
    <>
      <Checkbox.Group
        label={`Principal reasons (at most ${MAX_ADVERSE_ACTION_REASONS})`}
        value={reasons}
        onChange={setReasons}
        my="md"
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
          {ADVERSE_ACTION_REASON_CODES.map((code) => (
            <Checkbox
              key={code}
              value={code}
              label={ADVERSE_ACTION_REASONS[code]}
              disabled={full && !reasons.includes(code)}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group gap="sm">
        <Button
          variant={text ? 'default' : 'filled'}
          disabled={reasons.length === 0}
          loading={save.isPending}
          onClick={() => send({ reasons }, 'Notice drafted')}
        >
          {text ? 'Redraft from the reasons' : 'Draft notice'}
        </Button>
        {notice && (
          <Text size="meta" c="dimmed">
            Saved {formatDate(notice.modifiedDate)}
          </Text>
        )}
      </Group>
      {text && (
        <>
          <Textarea
            label="Draft"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            maxLength={ADVERSE_ACTION_TEXT_MAX}
            minRows={12}
            my="md"
          />
          <Group gap="sm">
            <Button
              disabled={reasons.length === 0 || text.trim() === ''}
              loading={save.isPending}
              onClick={() => send({ reasons, text }, 'Draft saved')}
            >
              Save draft
            </Button>
            <Button
              variant="default"
              onClick={() =>
                void copyText(
                  `DRAFT: CHECK WITH COUNSEL\n\n${text}`,
                  () => announce('Notice copied'),
                  'text',
                )
              }
            >
              Copy
            </Button>
          </Group>
        </>
      )}
    </>
  );
}

/** Offered once the application is declined. It drafts notices and sends nothing. */
export function AdverseAction({ loanId, subjects, notices }: AdverseActionProps) {
  const [chosenId, setChosenId] = useState(
    notices[0]?.loanEntityId ?? subjects[0]?.loanEntityId ?? '',
  );
  return (
    <Card component="section" aria-label="Adverse-action notice">
      <Box p="md">
        <Group gap="xs" mb="s4">
          <Text component="h2" fw={600}>
            Adverse-action notice
          </Text>
          <StatusChip hue="orange" icon={IconScale} label="Draft: check with counsel" />
        </Group>
        <Text size="meta" c="dimmed" mb="sm">
          This application was declined. Cairn drafts the notice and does not send it. If a credit
          score was used, counsel will want the score, its date, range and key factors added.
        </Text>
        <NativeSelect
          label="To"
          value={chosenId}
          onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
          data={subjects.map(({ loanEntityId, name }) => ({ value: loanEntityId, label: name }))}
        />
        <Notice
          key={chosenId}
          loanId={loanId}
          loanEntityId={chosenId}
          notice={notices.find(({ loanEntityId }) => loanEntityId === chosenId)}
        />
      </Box>
    </Card>
  );
}
