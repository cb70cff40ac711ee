import type { SharePointExport } from '@cairn/contract/sharepoint';
import { SHAREPOINT_FAILURES } from '@cairn/contract/sharepoint-terms';
import { Anchor, Box, Button, Flex, Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../lib/clock.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { callOptions } from '../../lib/useCall.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import classes from './DownloadDialog.module.css';
import { logFailure } from './downloadExport.ts';
import { documents } from './exportText.ts';

const LOOK_AGAIN_MS = 1500;

type Last = SharePointExport['last'];

const isGoing = (last: Last): boolean => last?.state === 'QUEUED' || last?.state === 'RUNNING';

function stateWords(last: Last, now: Date): string {
  switch (last?.state) {
    case undefined:
      return 'Not exported yet';
    case 'QUEUED':
      return 'Queued';
    case 'RUNNING':
      return `Sending… ${last.sent} of ${documents(last.files)}`;
    case 'DONE':
      return `${documents(last.files)} · ${formatModified(last.finishedDate ?? '', now)}`;
    case 'FAILED':
      return SHAREPOINT_FAILURES[last.failure ?? 'UNAVAILABLE'];
  }
}

/**
 * Sends a copy of the package to the lender's SharePoint library. Hidden if the status cannot be loaded, as for users
 * without permission.
 */
export function SharePointSection({ loanId }: { loanId: string }) {
  const now = useNow();
  const request = { params: { loanId } };
  const { data } = useQuery({
    ...callOptions('getSharePointExport', request, { onFailure: logFailure }),
    refetchInterval: ({ state }) => (isGoing(state.data?.last ?? null) ? LOOK_AGAIN_MS : false),
  });
  const send = useAction('exportToSharePoint');
  if (!data) return null;
  const { connected, last, files, companyId } = data;
  return (
    <Box component="section" aria-label="SharePoint" mt="md" bd="var(--border)" bdrs="lg">
      <Flex className={classes.file} align="flex-start" gap="sm" px="md" py={14} wrap="wrap">
        <IconCloudUpload size={22} stroke={1.6} aria-hidden />
        <Text component="div" size="meta" flex={1} miw={180} c="var(--ink-2)">
          <Text component="h3" size="table" c="var(--ink)" fw={600}>
            SharePoint
          </Text>
          <p>The original files, in folders of your document library</p>
          {connected || last ? (
            <Box component="p" className={classes.standing} mt="s4" data-state={last?.state}>
              {stateWords(last, now)}
            </Box>
          ) : null}
          {last?.state === 'RUNNING' && (
            <Box mt="s6">
              <ProgressBar answered={Math.round((last.sent / last.files) * 100)} approved={0} />
            </Box>
          )}
          {last?.webUrl && (
            <Anchor href={last.webUrl} target="_blank" rel="noopener noreferrer" size="meta">
              Open in SharePoint
            </Anchor>
          )}
          {!connected && (
            <p>
              No library is connected. An owner of your company connects one in the{' '}
              <Anchor
                renderRoot={(root) => (
                  <Link {...root} to={routes.editCompany} params={{ companyId }} />
                )}
                size="meta"
                underline="always"
              >
                company profile
              </Anchor>
              .
            </p>
          )}
        </Text>
        {connected && files > 0 && (
          <Button
            variant="default"
            loading={send.isPending}
            disabled={isGoing(last)}
            onClick={() => send.mutate(request)}
            aria-label={last ? 'Export again to SharePoint' : 'Export to SharePoint'}
            className={classes.take ?? ''}
          >
            {last ? 'Export again' : 'Export'}
          </Button>
        )}
      </Flex>
    </Box>
  );
}
