import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { CREDIT_CONSENT_VERSION } from '@cairn/contract/constants';
import { Button, Checkbox } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../format/dates.ts';
import { announce } from '../../kit/announce.ts';
import { NotThere } from '../../kit/NotThere.tsx';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './CreditConsent.module.css';

function Giving({ userId }: { userId: string }) {
  const [agreed, setAgreed] = useState(false);
  const give = useAction('giveCreditConsent');
  return (
    <div className={classes.giving}>
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
    </div>
  );
}

/** The text stays readable after it was agreed to. */
export function CreditConsent({ userId }: { userId: string }) {
  const query = useCall('getCreditConsent', { params: { userId } });
  const { data } = query;
  if (!data) {
    return (
      <div className={classes.waiting}>
        <NotThere
          query={query}
          loading="Loading the text"
          failed="The text could not be loaded"
          rows={3}
        />
      </div>
    );
  }
  return (
    <>
      <div className={classes.text}>
        {data.text.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {data.givenDate === null ? (
        <Giving userId={userId} />
      ) : (
        <p className={classes.given}>
          <IconCircleCheck size={16} stroke={1.7} aria-hidden /> You agreed on{' '}
          {formatDate(data.givenDate)}.
        </p>
      )}
    </>
  );
}
