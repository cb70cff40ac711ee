import { Box, Center } from '@mantine/core';
import type { AnonymousSession, UploadLinkOwner } from '@cairn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callKey } from '../../lib/queries.ts';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { FilesStep } from './FilesStep.tsx';
import { ReceiptStep } from './ReceiptStep.tsx';
import { forgetSecret, keepSecret, readSecret } from './uploadSession.ts';
import { VerifyStep } from './VerifyStep.tsx';

const quietly = { onFailure: () => true };
const SCAN_POLL_MS = 2000;

/** Behind the link that an employee gives to people without an account. */
export function SecureUploadPage({ lenderUniqueCode }: { lenderUniqueCode: string }) {
  const visit = useCall(
    'createSecureUploadVisit',
    { params: { lenderId: lenderUniqueCode } },
    quietly,
  );
  const [secret, setSecret] = useState(() => readSecret(lenderUniqueCode));
  if (visit.isPending) {
    return (
      <Box maw={560} mx="auto" p="lg">
        <RowsSkeleton rows={4} label="Loading" />
      </Box>
    );
  }
  if (!visit.data) {
    return (
      <Center component="main" id="main" tabIndex={-1} mih="100dvh" p="lg">
        <EmptyState title="This link no longer works">
          Ask the person who sent it to you for a new one.
        </EmptyState>
      </Center>
    );
  }
  const { owner } = visit.data;
  const leave = () => {
    forgetSecret(lenderUniqueCode);
    setSecret(null);
  };
  if (secret === null) {
    const enter = ({ session }: AnonymousSession) => {
      keepSecret(lenderUniqueCode, session!);
      setSecret(session!);
    };
    return <VerifyStep owner={owner} lenderUniqueCode={lenderUniqueCode} onVerified={enter} />;
  }
  return <OwnSession key={secret} owner={owner} secret={secret} onLeave={leave} />;
}

interface OwnSessionProps {
  owner: UploadLinkOwner;
  secret: string;
  onLeave: () => void;
}

function OwnSession({ secret, onLeave }: OwnSessionProps) {
  const request = { params: { id: secret } };
  const queries = useQueryClient();
  const { data: session, isError, refetch } = useCall('getAnonymousSession', request, quietly);
  const [sent, setSent] = useState<readonly string[]>([]);
  const isChecking = session?.documents.some(({ virusScanState }) => virusScanState === 'PENDING');
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = window.setInterval(() => void refetch(), SCAN_POLL_MS);
    return () => window.clearInterval(timer);
  }, [isChecking, refetch]);
  useEffect(() => {
    if (isError) onLeave();
  });
  const change = async (next?: AnonymousSession) => {
    if (next) queries.setQueryData(callKey('getAnonymousSession', request), next);
    else await refetch();
  };
  if (!session) {
    return (
      <Box maw={560} mx="auto" p="lg">
        <RowsSkeleton rows={4} label="Loading" />
      </Box>
    );
  }
  if (sent.length > 0) {
    return (
      <ReceiptStep
        session={session}
        secret={secret}
        documents={session.documents.filter(({ id }) => sent.includes(id))}
        onChanged={change}
        onMore={() => setSent([])}
      />
    );
  }
  return (
    <FilesStep
      session={session}
      secret={secret}
      onChanged={change}
      onSent={(documents) => setSent(documents.map(({ id }) => id))}
      onLeave={onLeave}
    />
  );
}
