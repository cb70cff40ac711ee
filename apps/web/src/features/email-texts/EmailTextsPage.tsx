import type { EmailText } from '@cairn/contract';
import { EMAIL_KIND_TITLES, type EmailKind } from '@cairn/contract/email-terms';
import { Button, Flex, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { CompanyPicker } from '../companies/CompanyPicker.tsx';
import { useAdministered } from '../companies/useAdministered.ts';
import { EmailTextForm } from './EmailTextForm.tsx';
import classes from './EmailTexts.module.css';

const isOwn = ({ subject, opening }: EmailText): boolean => subject !== null || opening !== null;

function Texts({ companyId }: { companyId: string }) {
  const query = useCall('listEmailTexts', { params: { companyId } });
  const [chosenKind, setChosenKind] = useState<EmailKind>('REQUESTS');
  const { data } = query;
  if (!data) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the email texts"
        failed="The email texts could not be loaded"
      />
    );
  }
  const text = data.texts.find(({ kind }) => kind === chosenKind)!;
  return (
    <Flex wrap="wrap" align="flex-start" gap="lg">
      <Stack component="nav" gap="s2" aria-label="Emails" flex="0 0 15rem">
        {data.texts.map((each) => (
          <Button
            key={each.kind}
            className={classes.kind}
            variant="subtle"
            justify="space-between"
            aria-current={each.kind === chosenKind || undefined}
            rightSection={
              isOwn(each) ? (
                <Text
                  span
                  size="meta"
                  px="xs"
                  py="s2"
                  bdrs="sm"
                  bg="var(--blue-bg)"
                  c="var(--blue-fg)"
                >
                  Yours
                </Text>
              ) : undefined
            }
            onClick={() => setChosenKind(each.kind)}
          >
            {EMAIL_KIND_TITLES[each.kind]}
          </Button>
        ))}
      </Stack>
      <EmailTextForm
        key={chosenKind}
        companyId={companyId}
        text={text}
        mayEdit={data.abilities.edit}
      />
    </Flex>
  );
}

/** Subject and opening of each email to borrowers. All employees can read them; owners can change them. */
export function EmailTextsPage() {
  const { companyId } = useAdministered();
  return (
    <>
      <PageHeader
        title="Email texts"
        lead="Write the subject and opening of emails to borrowers in your own words. Only owners can change them."
      />
      <CompanyPicker />
      {companyId ? (
        <Texts key={companyId} companyId={companyId} />
      ) : (
        <EmptyState title="Choose a company">Its emails are shown here.</EmptyState>
      )}
    </>
  );
}
