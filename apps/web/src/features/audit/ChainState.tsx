import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { useCall } from '../../kit/useCall.ts';
import classes from './AuditPage.module.css';

const entriesOf = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

/** Computed when it is looked at, from the entries themselves: not a mark that somebody could set. */
export function ChainState({ loanId }: { loanId: string }) {
  const { data } = useCall('verifyAuditChain', { params: { loanId } });
  if (!data) return null;
  return (
    <section className={classes.chain} aria-label="Chain of this loan">
      {data.state === 'UNBROKEN' ? (
        <>
          <StatusChip hue="green" icon={IconLink} label="Unbroken" />
          <span>
            {entriesOf(data.entries)}, each sealed by the one before it. None was changed.
          </span>
        </>
      ) : (
        <>
          <StatusChip hue="red" icon={IconLinkOff} label="Broken" />
          <span>
            Entry {data.brokenAt} does not follow from the one before it: it was changed, or
            something was taken out. Please call the operator.
          </span>
        </>
      )}
    </section>
  );
}
