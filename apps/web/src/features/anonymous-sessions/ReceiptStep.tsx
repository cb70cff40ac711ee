import { Box, Button, Center, Flex, Stack, Text } from '@mantine/core';
import type { AnonymousDocument, AnonymousSession } from '@cairn/contract';
import { SCAN_REASON_TEXTS } from '@cairn/contract/file-terms';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { announce } from '../../lib/announce.ts';
import { copyText } from '../../lib/copyText.ts';
import { formatMoment, shortFingerprint } from '../../lib/format/receipts.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { RowIcon } from '../documents/RowButton.tsx';
import { blockedBecause } from '../documents/scanState.ts';
import { SessionBar } from './SessionBar.tsx';
import { UploadFrame } from './UploadFrame.tsx';

function Fingerprint({ document: { name, sha256 } }: { document: AnonymousDocument }) {
  if (sha256 === null) {
    return (
      <Text fz="meta" c="var(--ink-2)">
        Checking for viruses
      </Text>
    );
  }
  const copy = () => void copyText(sha256, () => announce('Fingerprint copied'));
  return (
    <Flex align="center" gap="xs" fz="meta" c="var(--ink-2)">
      <Text span inherit title={sha256}>
        SHA-256 {shortFingerprint(sha256)}
      </Text>
      <RowIcon icon={IconCopy} label={`Copy the fingerprint of ${name}`} onClick={copy} />
    </Flex>
  );
}

interface ReceiptStepProps {
  session: AnonymousSession;
  secret: string;
  documents: readonly AnonymousDocument[];
  onChanged: (session?: AnonymousSession) => Promise<unknown>;
  onMore: () => void;
}

/** Receipt of a submission: its time, its files and, once they are scanned, their fingerprints. */
export function ReceiptStep({ session, secret, documents, onChanged, onMore }: ReceiptStepProps) {
  const [first] = documents;
  return (
    <UploadFrame
      owner={session.owner}
      step={3}
      foot={<span>Verified as {session.emailAddress}.</span>}
    >
      <Stack gap="md">
        <Stack align="center" gap="s4">
          <Center w={48} h={48} bdrs="50%" bg="var(--green-bg)" c="var(--green-fg)">
            <IconCheck size={24} stroke={2} aria-hidden />
          </Center>
          <Text component="h2" size="section" fw={600} ta="center">
            Sent to {session.owner.companyName}
          </Text>
          {first?.submittedDate && (
            <Text c="var(--ink-2)">{formatMoment(first.submittedDate)}</Text>
          )}
        </Stack>
        <Box component="ul" aria-label="Receipt" m={0} p={0} style={{ listStyle: 'none' }}>
          {documents.map((document) => (
            <Box component="li" key={document.id} py="sm" style={{ borderTop: 'var(--border)' }}>
              <Flex justify="space-between" gap="sm">
                <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {document.name}
                </Text>
                <Text fz="meta" c="var(--ink-2)" style={{ whiteSpace: 'nowrap' }}>
                  {formatSize(document.size)}
                </Text>
              </Flex>
              {blockedBecause(document) ? (
                <Text fz="meta" c="var(--red-fg)">
                  {SCAN_REASON_TEXTS[blockedBecause(document)!]} Your lender can’t open this file.
                </Text>
              ) : (
                <Fingerprint document={document} />
              )}
            </Box>
          ))}
        </Box>
        <SessionBar session={session} secret={secret} onChanged={(next) => void onChanged(next)} />
        <Flex gap="sm" wrap="wrap">
          <Button variant="default" flex={1} onClick={() => window.print()}>
            Print receipt
          </Button>
          <Button flex={1} onClick={onMore}>
            Send more files
          </Button>
        </Flex>
      </Stack>
    </UploadFrame>
  );
}
