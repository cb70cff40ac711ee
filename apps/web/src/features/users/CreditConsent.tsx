import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { CREDIT_CONSENT_VERSION } from '@cairn/contract/constants';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import { announce } from '../../lib/announce.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './Users.module.css';

function Giving({ userId }: { userId: string }) {
  const [agreed, setAgreed] = useState(false);
  const give = useAction('giveCreditConsent');
  return (
    <Group justify="space-between" mt="s20" className={classes.wideOnPhone}>
      <Checkbox
        label="I have read this and I agree"
        checked={agreed}
        onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
      />
      <Button
        disabled={!agreed}
        loading={give.isPending}
        onClick={() =>
          give.mutate(
            { params: { userId }, body: { consent: true, version: CREDIT_CONSENT_VERSION } },
            { onSuccess: () => announce('Your consent is recorded') },
          )
        }
      >
        Give consent
      </Button>
    </Group>
  );
}

/** The text stays available after the user has agreed to it. */
export function CreditConsent({ userId }: { userId: string }) {
  const query = useCall('getCreditConsent', { params: { userId } });
  const { data } = query;
  if (!data) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the text"
        failed="The text could not be loaded"
        rows={3}
      />
    );
  }
  return (
    <>
      <Stack gap="s10" maw="68ch" c="var(--ink-2)">
        {data.text.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Stack>
      {data.givenDate === null ? (
        <Giving userId={userId} />
      ) : (
        <Text className={classes.done} size="table" mt="md">
          <IconCircleCheck size={16} stroke={1.7} aria-hidden /> You agreed on{' '}
          {formatDate(data.givenDate)}.
        </Text>
      )}
    </>
  );
}
