import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { hint } from '../../lib/hint.ts';
import type { NoAccess } from '../../lib/noAccess.ts';
import { toast } from '../../lib/toast.ts';
import { HelpLink } from '../../ui/HelpLink.tsx';
import HintLayer from '../../ui/HintLayer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { Mark } from '../../ui/Mark.tsx';
import NoAccessDialog from '../../ui/NoAccessDialog.tsx';
import { NotFoundPage } from '../../ui/NotFoundPage.tsx';
import { Card, PageSection } from '../../ui/Card.tsx';
import { PageTitle } from '../../ui/Page.tsx';
import { HeaderSkeleton } from '../../ui/Skeleton.tsx';
import Toaster from '../../ui/Toaster.tsx';

const REFUSED: NoAccess = {
  message: 'You don’t have access to this loan.',
  severity: 'warning',
  quoted: 'Ask Dana for access',
};

/** The layers for messages that any component can show, and buttons that show one in each. */
function Layers() {
  const [refused, setRefused] = useState<NoAccess | null>(null);
  return (
    <Group>
      <Button variant="default" onClick={() => toast.success('Folder created')}>
        Success
      </Button>
      <Button variant="default" onClick={() => toast.info('Nothing changed')}>
        Info
      </Button>
      <Button variant="default" onClick={() => toast.error('The folder could not be created')}>
        Error
      </Button>
      <Button variant="default" onClick={() => announce('3 loans found')}>
        Announce
      </Button>
      <Button variant="default" {...hint('Shown by pointer and by keyboard')}>
        Hint
      </Button>
      <Button variant="default" onClick={() => setRefused(REFUSED)}>
        No access
      </Button>
      <NoAccessDialog refused={refused} onClose={() => setRefused(null)} />
      <Toaster />
      <HintLayer />
      <LiveRegion />
    </Group>
  );
}

export function Messages() {
  return (
    <>
      <PageSection title="Toasts, hints and announcements">
        <Layers />
      </PageSection>
      <PageSection title="Links">
        <Group>
          <LinkButton to="/">Home</LinkButton>
          <HelpLink />
          <Mark size={40} />
        </Group>
      </PageSection>
      <PageSection title="Page that loads, and one that is missing">
        <Stack>
          <Card>
            <PageTitle>Larkspur Bakery LLC</PageTitle>
            <HeaderSkeleton />
          </Card>
          <Card>
            <NotFoundPage />
          </Card>
        </Stack>
      </PageSection>
    </>
  );
}
