import '../../lib/visitorCalls.ts';
import { Box, Center } from '@mantine/core';
import type { AnonymousSession } from '@cairn/contract';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { forgetSecret, keepSecret, readSecret } from './uploadSession.ts';
import { VerifyStep } from './VerifyStep.tsx';

const quietly = { onFailure: () => true };
/** Most of the page's script is needed only after the code is verified, so it is a chunk of its own. */
const loadOwnSession = () => import('./OwnSession.tsx');
const OwnSession = lazy(loadOwnSession);

const Loading = () => (
  <Box maw={560} mx="auto" p="lg">
    <RowsSkeleton rows={4} label="Loading" />
  </Box>
);

/** The page behind the upload link that an employee gives to people without an account. */
export function SecureUploadPage({ lenderUniqueCode }: { lenderUniqueCode: string }) {
  const visit = useCall(
    'createSecureUploadVisit',
    { params: { lenderId: lenderUniqueCode } },
    quietly,
  );
  const [secret, setSecret] = useState(() => readSecret(lenderUniqueCode));
  if (visit.isPending) return <Loading />;
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
    return (
      <VerifyStep
        owner={owner}
        lenderUniqueCode={lenderUniqueCode}
        onSent={() => void loadOwnSession()}
        onVerified={enter}
      />
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      <OwnSession key={secret} secret={secret} onLeave={leave} />
    </Suspense>
  );
}
