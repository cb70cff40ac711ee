import { Box } from '@mantine/core';
import type { AnonymousSession } from '@cairn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callKey } from '../../lib/queries.ts';
import { useCall } from '../../lib/useCall.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { FilesStep } from './FilesStep.tsx';
import { ReceiptStep } from './ReceiptStep.tsx';

const quietly = { onFailure: () => true };
const SCAN_POLL_MS = 2000;

interface OwnSessionProps {
  secret: string;
  onLeave: () => void;
}

/** The steps after email verification: the visitor sends files, then sees the receipt. */
export default function OwnSession({ secret, onLeave }: OwnSessionProps) {
  const request = { params: { id: secret } };
  const queries = useQueryClient();
  const { data: session, isError, refetch } = useCall('getAnonymousSession', request, quietly);
  const [sentIds, setSentIds] = useState<readonly string[]>([]);
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
  if (sentIds.length > 0) {
    return (
      <ReceiptStep
        session={session}
        secret={secret}
        documents={session.documents.filter(({ id }) => sentIds.includes(id))}
        onChanged={change}
        onMore={() => setSentIds([])}
      />
    );
  }
  return (
    <FilesStep
      session={session}
      secret={secret}
      onChanged={change}
      onSent={(documents) => setSentIds(documents.map(({ id }) => id))}
      onLeave={onLeave}
    />
  );
}
