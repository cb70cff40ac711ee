import type { ApplicationSummary, LoggedUser } from '@cairn/contract';
import { useCall } from '../../lib/useCall.ts';
import { ApplicationCards } from './ApplicationCards.tsx';

/** Applications that have not become a loan; undefined until loaded. Contacts cannot apply. */
export function useOpenApplications({ roleLevel }: LoggedUser): ApplicationSummary[] | undefined {
  const applies = roleLevel !== 'CONTACT';
  const { data, isError } = useCall('listApplications', { query: {} }, { enabled: applies });
  if (!applies || isError) return [];
  return data?.applications.filter(({ state }) => state !== 'ACCEPTED' && state !== 'WITHDRAWN');
}

interface HomeApplicationsProps {
  applications: ApplicationSummary[];
  className: string;
  heading: string;
}

export function HomeApplications({ applications, className, heading }: HomeApplicationsProps) {
  if (applications.length === 0) return null;
  return (
    <section className={className} aria-label="Your applications">
      <h2 className={heading}>Your applications</h2>
      <ApplicationCards applications={applications} />
    </section>
  );
}
