import { UNSUBSCRIBE_TOPICS, type UnsubscribeTopic } from '@cairn/contract/notification-terms';
import { Button, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { AuthFrame } from '../auth/AuthFrame.tsx';
import { Notice } from '../../ui/FormFields.tsx';

const KINDS: Record<UnsubscribeTopic, string> = {
  MEMBERS: 'emails about who is on your loans',
  MESSAGES: 'emails about messages and notes',
  STATUS: 'emails about the status of your loans and applications',
  REQUESTS: 'emails about requested documents, and reminders of them',
  REMINDERS: 'reminders and other emails about requested documents',
  REVIEWS: 'emails about documents that were reviewed',
  UPLOADS: 'emails about documents that were uploaded',
  SUMMARY: 'summaries by email',
};

const Preferences = () => (
  <Button component={Link} to={routes.profile} variant="default" fullWidth size="md">
    Email preferences
  </Button>
);

/** Target of the unsubscribe link in emails. Only the button unsubscribes, because email scanners open the page too. */
export function UnsubscribePage() {
  const { token = '' } = useSearch({ from: routes.unsubscribe });
  const stop = useAction('unsubscribe', { onFailure: () => true });
  const topic = UNSUBSCRIBE_TOPICS.find((each) => token.startsWith(`${each}.`));
  if (topic === undefined || stop.isError) {
    return (
      <AuthFrame
        title="This link doesn’t work"
        lead="It may be incomplete or too old. You can change which emails you get in your preferences."
      >
        <Preferences />
      </AuthFrame>
    );
  }
  if (stop.isSuccess) {
    return (
      <AuthFrame
        title="Stopped"
        lead={`You won’t get ${KINDS[topic]} anymore. You can turn them on again at any time.`}
      >
        <Stack>
          {(topic === 'REQUESTS' || topic === 'REMINDERS') && (
            <Notice hue="orange">
              Your lender may still need documents from you. Log in to see them.
            </Notice>
          )}
          <Preferences />
        </Stack>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Stop these emails?" lead={`You won’t get ${KINDS[topic]} anymore.`}>
      <Stack>
        <Button
          fullWidth
          size="md"
          loading={stop.isPending}
          onClick={() => stop.mutate({ body: { token } })}
        >
          Stop these emails
        </Button>
        <Text size="meta" c="dimmed">
          You’ll still get log-in codes and emails about your account.
        </Text>
      </Stack>
    </AuthFrame>
  );
}
