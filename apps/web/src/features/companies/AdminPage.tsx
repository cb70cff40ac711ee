import { Box, Flex, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdministered } from './useAdministered.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { AdminHome } from './AdminHome.tsx';
import classes from './AdminPage.module.css';
import { ExcelTemplate } from './ExcelTemplate.tsx';
import { LoanPlan } from './LoanPlan.tsx';
import { PhaseBoard } from './PhaseBoard.tsx';
import { Subroles } from './Subroles.tsx';
import { PageTitle } from '../../ui/Page.tsx';

interface SectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ title, text, children }: SectionProps) {
  return (
    <Box component="section" className={classes.section} mt={36} aria-label={title}>
      <Text component="h2" size="section" fw={600} lts="var(--tracking-section)">
        {title}
      </Text>
      <p className={classes.text}>{text}</p>
      {children}
    </Box>
  );
}

function Company({ companyId }: { companyId: string }) {
  const { data: company } = useCall('getCompanyDetails', { params: { id: companyId } });
  const mayEdit = company?.abilities.edit ?? false;
  return (
    <>
      <PageTitle>Phases</PageTitle>
      <p className={classes.text}>
        The steps a loan moves through
        {mayEdit && '. Drag to reorder, or press Alt with an arrow key'}. Borrowers see the phase
        name.
      </p>
      <PhaseBoard companyId={companyId} mayEdit={mayEdit} />
      <Section
        title="Contact sub-roles"
        text="What a contact does on a loan, such as attorney or title officer."
      >
        <Subroles companyId={companyId} mayEdit={mayEdit} />
      </Section>
      <Section
        title="Spreadsheet template"
        text="Exports of sources and uses fill its sheet “Sources and uses”, or add one. The other sheets stay as they are."
      >
        <ExcelTemplate companyId={companyId} mayEdit={mayEdit} />
      </Section>
      <Section title="Plan" text="The company’s subscription.">
        <LoanPlan companyId={companyId} />
      </Section>
    </>
  );
}

/** A lender sees their own company. An administrator sees the selected company, or AdminHome if none is selected. */
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
        <Flex
          component="p"
          wrap="wrap"
          align="center"
          rowGap="s4"
          columnGap="sm"
          mb="s20"
          py="s10"
          px="sm"
          bdrs="md"
          bg="var(--sunken)"
          fz="subsection"
          lh="subsection"
        >
          {company?.name}{' '}
          <Link to={routes.admin} search={{}} className={classes.link ?? ''}>
            Choose another company
          </Link>
        </Flex>
      )}
      <Company key={companyId} companyId={companyId} />
    </>
  );
}
