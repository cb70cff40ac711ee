import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdministered } from '../../app/admin/useAdministered.ts';
import { routes } from '../../app/routes.ts';
import { useCall } from '../../kit/useCall.ts';
import { AdminHome } from './AdminHome.tsx';
import classes from './AdminPage.module.css';
import { ExcelTemplate } from './ExcelTemplate.tsx';
import { LoanPlan } from './LoanPlan.tsx';
import { PhaseBoard } from './PhaseBoard.tsx';
import { Subroles } from './Subroles.tsx';

interface SectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ title, text, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}

function Company({ companyId }: { companyId: string }) {
  const { data: company } = useCall('getCompanyDetails', { params: { id: companyId } });
  const mayEdit = company?.abilities.edit ?? false;
  return (
    <>
      <h1 className={classes.title}>Phases</h1>
      <p className={classes.text}>
        The steps a loan moves through
        {mayEdit && '. Drag to reorder, or press Alt with an arrow key'}. Borrowers see the phase
        name.
      </p>
      <PhaseBoard companyId={companyId} mayEdit={mayEdit} />
      <Section
        title="Contact sub-roles"
        text="What a contact on a loan does, such as the attorney or the title officer."
      >
        <Subroles companyId={companyId} mayEdit={mayEdit} />
      </Section>
      <Section
        title="Spreadsheet template"
        text="The spreadsheet that the sources and uses of a loan start from."
      >
        <ExcelTemplate companyId={companyId} mayEdit={mayEdit} />
      </Section>
      <Section title="Plan" text="What the company has subscribed to.">
        <LoanPlan companyId={companyId} />
      </Section>
    </>
  );
}

/** A lender's own company; for an administrator the one they have chosen, or their home. */
export function AdminPage() {
  const { user, companyId } = useAdministered();
  const { data: company } = useCall(
    'getCompanyDetails',
    { params: { id: companyId ?? '' } },
    { enabled: companyId !== undefined },
  );
  if (companyId === undefined) return <AdminHome />;
  return (
    <>
      {user.company === null && (
        <p className={classes.chosen}>
          {company?.name}{' '}
          <Link to={routes.admin} search={{}} className={classes.link ?? ''}>
            Choose another company
          </Link>
        </p>
      )}
      <Company key={companyId} companyId={companyId} />
    </>
  );
}
