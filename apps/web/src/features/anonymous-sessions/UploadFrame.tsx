import { Box, Center, Flex, Group, Stack, Text } from '@mantine/core';
import type { UploadLinkOwner } from '@cairn/contract';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Mark } from '../../ui/Mark.tsx';
import { PageTitle } from '../../ui/Page.tsx';

const STEPS = ['Verify email', 'Add files', 'Done'] as const;

function Step({ number, name, current }: { number: number; name: string; current: number }) {
  const isDone = number < current;
  const isCurrent = number === current;
  return (
    <Group
      component="li"
      gap="xs"
      wrap="nowrap"
      fz="meta"
      fw={500}
      c={isDone || isCurrent ? 'var(--ink)' : 'var(--ink-2)'}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <Center
        component="span"
        w={22}
        h={22}
        fz={12}
        fw={600}
        bdrs="50%"
        bg={isDone ? 'var(--ink)' : isCurrent ? 'var(--accent)' : 'var(--sunken)'}
        c={isDone ? 'var(--surface)' : isCurrent ? 'var(--on-accent)' : 'var(--ink-2)'}
        aria-hidden
      >
        {isDone ? <IconCheck size={14} stroke={2.2} /> : number}
      </Center>
      {name}
    </Group>
  );
}

interface UploadFrameProps {
  owner: UploadLinkOwner;
  step: 1 | 2 | 3;
  children: ReactNode;
  foot?: ReactNode;
}

/** Frame of the lender's upload page for people without an account: lender's brand, current step and one card. */
export function UploadFrame({ owner, step, children, foot }: UploadFrameProps) {
  return (
    <Flex
      component="main"
      id="main"
      tabIndex={-1}
      direction="column"
      align="center"
      mih="100dvh"
      bg="var(--canvas)"
      px="var(--layout-mobileGutter)"
      pt={{ base: 28, sm: 48 }}
      pb="xl"
      style={{ outline: 'none' }}
    >
      {owner.logo ? (
        <Box
          component="img"
          src={owner.logo}
          alt=""
          width={220}
          height={44}
          maw="100%"
          style={{ objectFit: 'contain' }}
        />
      ) : (
        <Center
          w="var(--touch)"
          h="var(--touch)"
          bdrs="md"
          bg="var(--ink)"
          c="var(--surface)"
          fz={22}
          fw={600}
          aria-hidden
        >
          {owner.companyName.slice(0, 1)}
        </Center>
      )}
      <Box ta="center" mt="sm">
        <PageTitle>Send documents to {owner.companyName}</PageTitle>
      </Box>
      <Text c="var(--ink-2)" fz="bodyBorrower" lh="1.5rem" ta="center" mt="s4" textWrap="balance">
        Encrypted, and checked for viruses. No account needed.
      </Text>
      <Group component="ol" gap="lg" justify="center" my="lg" p={0} style={{ listStyle: 'none' }}>
        {STEPS.map((name, index) => (
          <Step key={name} number={index + 1} name={name} current={step} />
        ))}
      </Group>
      <Box
        w="min(var(--layout-secureMax), 100%)"
        bd="var(--border)"
        bdrs="xl"
        bg="var(--surface)"
        p={{ base: 'md', sm: 'lg' }}
      >
        {children}
      </Box>
      <Stack align="center" gap={36} mt="lg" c="var(--ink-2)" fz="meta">
        {foot}
        <Group gap="s6">
          Powered by <Mark size={16} />
          <Text span inherit fw={600} c="var(--ink)">
            Cairn
          </Text>
        </Group>
      </Stack>
    </Flex>
  );
}
