import type { UserSettings } from '@cairn/contract';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { announce } from '../../lib/announce.ts';
import type { CallError } from '../../lib/CallError.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { refresh } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import classes from './Users.module.css';

/** Refreshes the terms, because a failure can mean that the operator has changed them since the page was loaded. */
function onFailure({ fieldErrors }: CallError): boolean {
  void refresh(['settings']);
  if (!fieldErrors['agreedToTOS']) return false;
  toast.error(fieldErrors['agreedToTOS']);
  return true;
}

export function TermsOfService({ terms }: { terms: NonNullable<UserSettings['terms']> }) {
  const agree = useAction('updateUserSettings', { onFailure });
  return (
    <>
      <Text>
        <Anchor href={terms.url} target="_blank" rel="noopener noreferrer" underline="always">
          Read the terms of service
        </Anchor>{' '}
        (version {terms.version})
      </Text>
      {terms.agreedDate === null ? (
        <Group mt="s20" className={classes.wideOnPhone}>
          <Button
            loading={agree.isPending}
            onClick={() =>
              agree.mutate(
                { body: { agreedToTOS: true, termsVersion: terms.version } },
                { onSuccess: () => announce('Your agreement is recorded') },
              )
            }
          >
            I agree
          </Button>
        </Group>
      ) : (
        <Text className={classes.done} size="table" mt="md">
          <IconCircleCheck size={16} stroke={1.7} aria-hidden /> Agreed on{' '}
          {formatDate(terms.agreedDate)}
        </Text>
      )}
    </>
  );
}
