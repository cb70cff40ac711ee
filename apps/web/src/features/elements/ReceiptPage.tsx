import type { Receipt } from '@cairn/contract';
import { scanReasonText } from '@cairn/contract/file-terms';
import { Button, Center, Flex, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconFileCheck, IconMail, IconPrinter } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { copyText } from '../../lib/copyText.ts';
import { addressOf } from '../../lib/client.ts';
import { calls } from '../../lib/calls.ts';
import { formatMoment, shortFingerprint } from '../../lib/format/receipts.ts';
import { personName } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { Page } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { RowIcon } from '../documents/RowButton.tsx';
import { blockedBecause } from '../documents/scanState.ts';
import { useLoanBrand } from '../loans/useLoan.ts';
import classes from './ReceiptPage.module.css';
import { RowList } from '../../ui/RowList.tsx';

const route = getRouteApi('/shell/loans/$loanId/receipts/$elementId');

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Group className={classes.row} gap="md" wrap="nowrap" justify="space-between" py="xs" px="md">
      <Text component="dt" c="var(--ink-2)">
        {label}
      </Text>
      <Text component="dd" m={0} ta="right" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}

/** The request, with a thumbnail of the first page once the scan found the file clean. */
function RequestRow({ receipt }: { receipt: Receipt }) {
  const [hasNone, setHasNone] = useState(false);
  const { documentId, requestTitle, virusScanState, pages } = receipt;
  const isShown = virusScanState === 'CLEAN' && pages !== null && !hasNone;
  if (!isShown) return <Row label="Request">{requestTitle}</Row>;
  return (
    <Group className={classes.row} gap="md" wrap="nowrap" py="sm" px="md">
      <img
        className={classes.thumb}
        src={addressOf(calls.getDocumentThumbnail.path, { params: { id: documentId, page: '1' } })}
        alt="First page of the file"
        width={54}
        height={70}
        onError={() => setHasNone(true)}
      />
      <div>
        <Text component="dt" c="var(--ink-2)">
          Request
        </Text>
        <Text component="dd" m={0} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {requestTitle}
        </Text>
      </div>
    </Group>
  );
}

function Fingerprint({ sha256 }: { sha256: string | null }) {
  if (sha256 === null) return 'After the virus check';
  const copy = () => void copyText(sha256, () => announce('Fingerprint copied'));
  return (
    <Flex component="span" align="center" justify="flex-end" gap="xs">
      <Text span inherit title={sha256} style={{ whiteSpace: 'nowrap' }}>
        {shortFingerprint(sha256)}
      </Text>
      <RowIcon icon={IconCopy} label="Copy the fingerprint" onClick={copy} />
    </Flex>
  );
}

type State = 'done' | 'now' | 'later';

function Step({ state, number, title, children }: StepProps) {
  return (
    <Flex component="li" className={classes.step} gap="sm" data-state={state}>
      <Center
        component="span"
        className={classes.mark}
        flex="none"
        w={28}
        h={28}
        bdrs="50%"
        fw={600}
        aria-hidden
      >
        {state === 'done' ? <IconCheck size={16} stroke={2} /> : number}
      </Center>
      <div>
        <Text fw={500}>{title}</Text>
        <Text size="body" c="var(--ink-2)">
          {children}
        </Text>
      </div>
    </Flex>
  );
}
interface StepProps {
  state: State;
  number: number;
  title: string;
  children: ReactNode;
}

function NextSteps({ receipt }: { receipt: Receipt }) {
  const isChecked = receipt.virusScanState === 'CLEAN';
  const { companyName, officerName, approved } = receipt;
  const reviewer = officerName ?? companyName;
  return (
    <Stack component="ol" gap="md" aria-label="Progress">
      <Step
        state={isChecked ? 'done' : 'now'}
        number={1}
        title={isChecked ? 'Virus check passed' : 'Checking for viruses'}
      >
        {isChecked ? 'The file can be opened' : 'This takes a few seconds'}
      </Step>
      <Step
        state={approved ? 'done' : isChecked ? 'now' : 'later'}
        number={2}
        title={approved ? `${companyName} approved it` : `${reviewer} reviews it`}
      >
        {approved ? 'Nothing left to do' : 'Nothing to do until then'}
      </Step>
      <Step state={approved ? 'done' : 'later'} number={3} title="We’ll tell you the result">
        Approved, or what’s still needed
      </Step>
    </Stack>
  );
}

function Problem({ receipt, loanId }: { receipt: Receipt; loanId: string }) {
  const { elementId } = route.useParams();
  const reason = blockedBecause(receipt)!;
  return (
    <Stack align="center" gap="xs" ta="center">
      <h1 className={classes.title}>{receipt.fileName} was not accepted</h1>
      <Text c="var(--ink-2)">{scanReasonText(reason, receipt.fileName)}</Text>
      <Button
        renderRoot={(root) => (
          <Link
            {...root}
            to={routes.loan}
            params={{ loanId }}
            search={{ view: 'package', item: elementId }}
          />
        )}
      >
        Open the request
      </Button>
    </Stack>
  );
}

/** For example, "3 pages, 2 MB". */
const sizeOf = ({ pages, size }: Receipt): string =>
  [pages !== null && (pages === 1 ? '1 page' : `${pages} pages`), formatSize(size)]
    .filter(Boolean)
    .join(', ');

/** Proof that a file was sent: what, when and to whom. The browser can print it or save it as a PDF. */
export function ReceiptPage() {
  const { loanId, elementId } = route.useParams();
  const params = { id: loanId, elementId };
  const query = useCall('getReceipt', { params });
  useLoanBrand(loanId);
  const email = useAction('emailReceipt');
  if (!query.data) {
    return (
      <Page>
        <QueryFallback
          query={query}
          loading="Loading the receipt"
          failed="There’s no receipt to show"
        />
      </Page>
    );
  }
  const receipt = query.data;
  const sender = receipt.sentByUser && personName(receipt.sentByUser);
  return (
    <Page>
      <Stack component="article" gap="lg" maw={512} my={0} mx="auto" py="lg" px={0}>
        {blockedBecause(receipt) ? (
          <Problem receipt={receipt} loanId={loanId} />
        ) : (
          <Stack align="center" gap="s6">
            <Center w={56} h={56} bdrs="50%" bg="var(--green-bg)" c="var(--green-fg)">
              <IconCheck size={26} stroke={2} aria-hidden />
            </Center>
            <h1 className={classes.title}>Sent to {receipt.companyName}</h1>
            <Text c="var(--ink-2)">{formatMoment(receipt.sentDate)}</Text>
          </Stack>
        )}
        <RowList component="dl" framed aria-label="Receipt">
          <RequestRow receipt={receipt} />
          {receipt.loanName && <Row label="Loan">{receipt.loanName}</Row>}
          <Row label="File">{receipt.fileName}</Row>
          <Row label="Size">{sizeOf(receipt)}</Row>
          {sender && <Row label="Sent by">{sender}</Row>}
          <Row label="Receipt number">{receipt.number}</Row>
          {!blockedBecause(receipt) && (
            <Row
              label={
                <>
                  Fingerprint
                  <Text span display="block" size="meta">
                    SHA-256
                  </Text>
                </>
              }
            >
              <Fingerprint sha256={receipt.sha256} />
            </Row>
          )}
        </RowList>
        {!blockedBecause(receipt) && <NextSteps receipt={receipt} />}
        <output className={classes.emailed}>
          {email.data && `We’re emailing a copy to ${email.data.emailAddress}.`}
        </output>
        <Flex className={classes.actions ?? ''} gap="xs" wrap="wrap">
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />}
            onClick={() => window.print()}
          >
            Print or save
          </Button>
          <Button
            variant="default"
            leftSection={<IconMail size={16} stroke={1.7} aria-hidden />}
            loading={email.isPending}
            disabled={email.isSuccess}
            onClick={() => email.mutate({ params })}
          >
            Email me a copy
          </Button>
          {receipt.sha256 !== null && (
            <Button
              component="a"
              href={addressOf(calls.downloadReceipt.path, { params })}
              download
              variant="default"
              leftSection={<IconFileCheck size={16} stroke={1.7} aria-hidden />}
            >
              Signed receipt
            </Button>
          )}
          <Button flex={1} renderRoot={(root) => <Link {...root} to={routes.home} />}>
            Done
          </Button>
        </Flex>
      </Stack>
    </Page>
  );
}
