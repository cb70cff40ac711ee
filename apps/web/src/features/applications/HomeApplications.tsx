import { useCall } from '../../kit/useCall.ts';
import { ApplicationCards } from './ApplicationCards.tsx';

/** What somebody has applied for and is not a running loan yet; nothing where there is nothing. */
export function HomeApplications({ className, heading }: { className: string; heading: string }) {
  const { data } = useCall('listApplications', { query: {} });
  const open = (data?.applications ?? []).filter(
    ({ state }) => state !== 'ACCEPTED' && state !== 'WITHDRAWN',
  );
  if (open.length === 0) return null;
  return (
    <section className={className} aria-label="Your applications">
      <h2 className={heading}>Your applications</h2>
      <ApplicationCards applications={open} />
    </section>
  );
}
