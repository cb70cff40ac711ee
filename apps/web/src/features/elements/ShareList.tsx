import type { Element, Person, Share } from '@cairn/contract';
import { Box, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { personName } from '../../lib/format/names.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './Sharing.module.css';

function LoanLink({ loanId }: { loanId: string }) {
  const { data } = useCall('getLoan', { params: { id: loanId } }, { onFailure: () => true });
  return (
    <Link to={routes.loan} params={{ loanId }} search={{ view: 'package' }}>
      {data?.name ?? 'Another loan'}
    </Link>
  );
}

function Shared({ share, people }: { share: Share; people: readonly Person[] }) {
  const { mutate, isPending } = useAction('unshareElements');
  const { id, loanId, targetLoanId, userId } = share;
  const person = people.find((each) => each.id === userId);
  const recipient = person ? personName(person) : targetLoanId ? 'the other loan' : 'someone';
  return (
    <li>
      {targetLoanId ? <LoanLink loanId={targetLoanId} /> : <span>{recipient}</span>}
      <Button
        variant="default"
        size="compact-xs"
        loading={isPending}
        aria-label={`Stop sharing with ${recipient}`}
        onClick={() =>
          mutate(
            { query: { loanId, id: [id] } },
            { onSuccess: () => toast.success('No longer shared') },
          )
        }
      >
        Stop
      </Button>
    </li>
  );
}

/** The loans and people that an element is shared with, for users who may stop the sharing [R326]. */
export function ShareList({ element, people }: { element: Element; people: readonly Person[] }) {
  if (!element.abilities.edit || element.sharedInfo.length === 0) return null;
  return (
    <Box component="section" className={classes.with} mt="lg" aria-labelledby="shared-with">
      <h3 id="shared-with">Shared with</h3>
      <ul>
        {element.sharedInfo.map((share) => (
          <Shared key={share.id} share={share} people={people} />
        ))}
      </ul>
    </Box>
  );
}
