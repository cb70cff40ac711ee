import type { SharePointSettings as Settings } from '@cairn/contract/sharepoint';
import { SHAREPOINT_FAILURES } from '@cairn/contract/sharepoint-terms';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconLoader2 } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FieldRow, Form } from '../../ui/Form.tsx';
import { Card, PageSection } from '../../ui/Card.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

function State({ settings: { state, failure, libraries } }: { settings: Settings }) {
  if (state === 'NONE') return null;
  if (state === 'CHECKING') {
    return <StatusChip hue="gray" icon={IconLoader2} label="Checking with Microsoft" busy />;
  }
  if (state === 'CONNECTED') return <StatusChip hue="green" icon={IconCheck} label="Connected" />;
  return (
    <Stack gap="s4" role="alert">
      <StatusChip hue="red" icon={IconAlertCircle} label="Not connected" />
      <Text size="meta" c="var(--red-fg)">
        {SHAREPOINT_FAILURES[failure ?? 'UNAVAILABLE']}
        {failure === 'LIBRARY_NOT_FOUND' && ` It has: ${libraries.join(', ')}.`}
      </Text>
    </Stack>
  );
}

function Disconnect({ companyId }: { companyId: string }) {
  const [asking, setAsking] = useState(false);
  const remove = useAction('removeSharePointSettings');
  const confirm = () =>
    remove.mutate(
      { params: { companyId } },
      {
        onSuccess: () => {
          setAsking(false);
          toast.success('SharePoint disconnected');
        },
      },
    );
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Disconnect SharePoint?"
        confirm="Disconnect"
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        The secret is deleted here. Files that were exported stay in SharePoint.
      </ConfirmDialog>
    </>
  );
}

function SettingsForm({ companyId, settings }: { companyId: string; settings: Settings }) {
  const isNew = settings.state === 'NONE';
  const form = useCallForm('saveSharePointSettings', {
    mode: 'controlled',
    initialValues: {
      tenantId: settings.tenantId ?? '',
      clientId: settings.clientId ?? '',
      clientSecret: '',
      siteUrl: settings.siteUrl ?? '',
      library: settings.library ?? 'Documents',
    },
    optional: isNew ? [] : ['clientSecret'],
    rules: async () =>
      (await import('@cairn/contract/sharepoint')).sharepoint.saveSharePointSettings.body,
    request: ({ clientSecret, ...fields }) => ({
      params: { companyId },
      body: { ...fields, ...(clientSecret !== '' && { clientSecret }) },
    }),
    onSuccess: () => {
      form.setValues({ clientSecret: '' });
      toast.success('SharePoint settings saved');
    },
  });
  const disabled = !settings.abilities.edit;
  return (
    <Form
      form={form}
      aria-label="SharePoint"
      actions={
        !disabled && (
          <Group justify="flex-end">
            {!isNew && <Disconnect companyId={companyId} />}
            <Button type="submit" loading={form.busy}>
              Save SharePoint
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="s20">
        <State settings={settings} />
        <TextInput
          label="Site address"
          placeholder="https://contoso.sharepoint.com/sites/Lending"
          disabled={disabled}
          {...form.field('siteUrl')}
        />
        <TextInput
          label="Document library"
          description="Each loan gets a folder in it."
          disabled={disabled}
          {...form.field('library')}
        />
        <FieldRow>
          <TextInput
            label="Directory (tenant) ID"
            disabled={disabled}
            {...form.field('tenantId')}
          />
          <TextInput
            label="Application (client) ID"
            disabled={disabled}
            {...form.field('clientId')}
          />
        </FieldRow>
        {!disabled && (
          <TextInput
            type="password"
            autoComplete="off"
            label="Client secret"
            description={
              isNew ? 'Encrypted, and never shown again.' : 'Leave blank to keep the saved one.'
            }
            {...form.field('clientSecret')}
          />
        )}
      </Stack>
    </Form>
  );
}

/** SharePoint destination of loan exports. All employees can read it; owners can change it. */
export function SharePointSettings({ companyId }: { companyId: string }) {
  const query = useCall('getSharePointSettings', { params: { companyId } });
  const { data: settings } = query;
  return (
    <PageSection
      title="SharePoint"
      text="Export loans to your own document library. Register an app in Microsoft Entra, and grant it write access to the site (Sites.Selected)."
    >
      <Card>
        {settings ? (
          // The key resets the form when the settings were saved or disconnected elsewhere.
          <SettingsForm
            key={`${settings.tenantId} ${settings.clientId} ${settings.siteUrl} ${settings.library}`}
            companyId={companyId}
            settings={settings}
          />
        ) : (
          <QueryFallback
            query={query}
            loading="Loading the SharePoint settings"
            failed="The SharePoint settings could not be loaded"
            rows={4}
          />
        )}
      </Card>
    </PageSection>
  );
}
