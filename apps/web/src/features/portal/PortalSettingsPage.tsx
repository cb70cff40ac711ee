import type { Portal, PortalSettings } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { LOAN_TYPE_TEXTS, PORTAL_LIMITS } from '@cairn/contract/portal-terms';
import { Box, Button, Flex, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FieldRow, Form } from '../../ui/Form.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { CompanyPicker } from '../companies/CompanyPicker.tsx';
import { useAdministered } from '../companies/useAdministered.ts';
import classes from './Portal.module.css';
import { asBody, fieldsOf, previewOf } from './portalForm.ts';
import { PortalLanding } from './PortalLanding.tsx';

interface SettingsFormProps {
  companyId: string;
  settings: PortalSettings;
  portal: Portal;
}

function SettingsForm({ companyId, settings, portal }: SettingsFormProps) {
  const form = useCallForm('updatePortalSettings', {
    mode: 'controlled',
    initialValues: fieldsOf(settings),
    optional: 'all',
    rules: async () => (await import('@cairn/contract/portal')).portals.updatePortalSettings.body,
    request: (fields) => ({ params: { companyId }, body: asBody(fields) }),
    onSuccess: (_fields, saved) => {
      form.setValues(fieldsOf(saved));
      toast.success('Borrower portal saved');
    },
  });
  const { values: fields, errors, setValues: set } = form;
  const disabled = !settings.abilities.edit;
  const number = { inputMode: 'numeric' as const, disabled };
  return (
    <Flex wrap="wrap" align="flex-start" gap="lg">
      <Card className={classes.form}>
        <Form
          form={form}
          aria-label="Borrower portal"
          actions={
            !disabled && (
              <Group justify="flex-end">
                <Button type="submit" loading={form.busy}>
                  Save portal
                </Button>
              </Group>
            )
          }
        >
          <Stack gap="s20">
            <Group align="flex-start" wrap="nowrap">
              <TextInput
                label="Brand color"
                description="Text on it is black or white, whichever is easier to read."
                placeholder="#12365F"
                flex={1}
                disabled={disabled}
                {...form.field('brandColor')}
              />
              <TextInput
                type="color"
                label="Choose"
                w={64}
                disabled={disabled}
                value={/^#[0-9a-f]{6}$/i.test(fields.brandColor) ? fields.brandColor : '#1C1B18'}
                onChange={(event) => set({ brandColor: event.currentTarget.value.toUpperCase() })}
              />
            </Group>
            <Textarea
              label="Welcome"
              minRows={2}
              maxLength={PORTAL_LIMITS.welcome}
              disabled={disabled}
              {...form.field('welcome')}
            />
            <FieldRow>
              <TextInput
                label="Minutes to apply"
                description="Leave blank to hide."
                {...number}
                {...form.field('applyMinutes')}
              />
              <TextInput
                label="Business days to answer"
                description="Leave blank to hide."
                {...number}
                {...form.field('responseDays')}
              />
            </FieldRow>
            <Text component="h2" size="subsection" fw={600}>
              Contact for borrowers
            </Text>
            <FieldRow>
              <TextInput label="Name" disabled={disabled} {...form.field('contactName')} />
              <TextInput label="Title" disabled={disabled} {...form.field('contactTitle')} />
            </FieldRow>
            <FieldRow>
              <TextInput
                label="Phone"
                type="tel"
                disabled={disabled}
                {...form.field('contactPhone')}
              />
              <TextInput
                label="Email"
                type="email"
                disabled={disabled}
                {...form.field('contactEmail')}
              />
            </FieldRow>
            <TextInput
              label="Legal line"
              placeholder="Member FDIC. Equal Housing Lender."
              disabled={disabled}
              {...form.field('legalLine')}
            />
            <div>
              <Text component="h2" size="subsection" fw={600}>
                Loan types
              </Text>
              <Text size="table" c="var(--ink-2)">
                One sentence for each. Published loan templates with documents for the application
                are offered.
              </Text>
            </div>
            {settings.offeredTypes.length === 0 && (
              <Text size="body">
                No templates are offered yet. <Link to={routes.loanTemplates}>Open templates</Link>
              </Text>
            )}
            {settings.offeredTypes.map((type) => (
              <Textarea
                key={type}
                name={`loanTexts.${type}`}
                label={LOAN_TYPES[type]}
                placeholder={LOAN_TYPE_TEXTS[type]}
                maxLength={PORTAL_LIMITS.loanText}
                disabled={disabled}
                error={errors[`loanTexts.${type}`]}
                value={fields.loanTexts[type] ?? ''}
                onChange={(event) =>
                  set({ loanTexts: { ...fields.loanTexts, [type]: event.currentTarget.value } })
                }
              />
            ))}
          </Stack>
        </Form>
      </Card>
      <section aria-label="Preview" className={classes.preview}>
        <Box inert>
          <PortalLanding portal={previewOf(portal, fields)} loggedIn={false} preview />
        </Box>
      </section>
    </Flex>
  );
}

function Settings({ companyId }: { companyId: string }) {
  const settings = useCall('getPortalSettings', { params: { companyId } });
  const portal = useCall('getPortal', { params: { lenderId: companyId } });
  const missing = settings.data ? portal : settings;
  return settings.data && portal.data ? (
    <SettingsForm companyId={companyId} settings={settings.data} portal={portal.data} />
  ) : (
    <QueryFallback
      query={missing}
      loading="Loading the portal settings"
      failed="The portal settings could not be loaded"
    />
  );
}

/** The lender's public page. All employees can see the settings; owners can change them. */
export function PortalSettingsPage() {
  const { companyId } = useAdministered();
  return (
    <>
      <PageHeader
        title="Borrower portal"
        lead="What people see when they open your apply link. Only owners can change it."
      >
        {companyId && (
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link {...root} to={routes.portal} params={{ lenderId: companyId }} target="_blank" />
            )}
          >
            Open portal
          </Button>
        )}
      </PageHeader>
      <CompanyPicker />
      {companyId ? (
        <Settings key={companyId} companyId={companyId} />
      ) : (
        <EmptyState title="Choose a company">Its portal settings are shown here.</EmptyState>
      )}
    </>
  );
}
