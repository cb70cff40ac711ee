import type { Employee } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Field } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './People.module.css';
import { usePerson } from './usePerson.ts';

interface UploadLinkPanelProps {
  companyId: string;
  person: Employee;
  mayRenew: boolean;
}

export function UploadLinkPanel({ companyId, person, mayRenew }: UploadLinkPanelProps) {
  const query = { userId: person.id, companyId };
  const { data } = useCall('getSecureUploadPageUrl', { query });
  const { copyUploadLink } = usePerson(companyId, person);
  const renew = useAction('renewSecureUploadPageUrl');
  const renewLink = () =>
    renew.mutate(
      { body: query },
      { onSuccess: () => toast.success('The link is new; the one before it leads nowhere now') },
    );
  return (
    <section className={classes.panel} aria-label="Secure upload">
      <div>
        <h2 className={classes.panelTitle}>Secure upload</h2>
        <p className={classes.panelText}>
          Whoever has this link can send {person.givenName ?? 'this person'} files, without an
          account.
        </p>
      </div>
      <Field label="Link" readOnly value={data?.url ?? ''} />
      <div className={classes.actions}>
        {mayRenew && (
          <Button variant="subtle" loading={renew.isPending} onClick={renewLink}>
            Make a new link
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
      </div>
    </section>
  );
}
