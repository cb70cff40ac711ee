import { routes } from '../../lib/routes.ts';
import { BackLink } from '../../ui/BackLink.tsx';

export function BackToEmployees({ companyId }: { companyId: string | undefined }) {
  return (
    <BackLink to={routes.adminPeople} search={companyId === undefined ? {} : { companyId }}>
      People
    </BackLink>
  );
}
