import type { Employee } from '@cairn/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Field } from '../../ui/Field.tsx';
import { Panel, PanelHeading } from '../../ui/Card.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useEmployee } from './useEmployee.ts';

interface UploadLinkPanelProps {
  companyId: string;
  person: Employee;
  mayRenew: boolean;
}

export function UploadLinkPanel({ companyId, person, mayRenew }: UploadLinkPanelProps) {
  const query = { userId: person.id, companyId };
  const { data } = useCall('getSecureUploadPageUrl', { query });
  const { copyUploadLink } = useEmployee(companyId, person);
  const renew = useAction('renewSecureUploadPageUrl');
  const renewLink = () =>
    renew.mutate(
      { body: query },
      { onSuccess: () => toast.success('New link created. The old one no longer works.') },
    );
  return (
    <Panel component="section" aria-label="Secure upload">
      <div>
        <PanelHeading>Secure upload</PanelHeading>
        <Text size="table" c="var(--ink-2)" mt="s2">
          Anyone with this link can send {person.givenName ?? 'this person'} files without an
          account.
        </Text>
      </div>
      <Field label="Link" readOnly value={data?.url ?? ''} />
      <Group justify="flex-end" gap="xs" mt="xs">
        {mayRenew && (
          <Button variant="subtle" loading={renew.isPending} onClick={renewLink}>
            Create new link
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
          disabled={!data}
          onClick={copyUploadLink}
        >
          Copy link
        </Button>
      </Group>
    </Panel>
  );
}
