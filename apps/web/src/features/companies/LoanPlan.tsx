import { Box, Flex, Paper, Text } from '@mantine/core';
import { useCall } from '../../lib/useCall.ts';
import classes from './AdminPage.module.css';

const number = (value: number) => value.toLocaleString('en-US');

export function LoanPlan({ companyId }: { companyId: string }) {
  const { data: plan } = useCall('getLoanPlan', { params: { companyId } });
  if (!plan) return null;
  const { name, features, activeLoans, maximumActiveLoans: most } = plan;
  const sentence =
    most === null
      ? `${number(activeLoans)} active loans, no limit`
      : `${number(activeLoans)} of ${number(most)} active loans`;
  return (
    <Paper withBorder radius="lg" className={classes.facts ?? ''}>
      <Text size="subsection" fw={600}>
        {name}
      </Text>
      <p>{sentence}</p>
      {most !== null && (
        <Box h={6} bg="var(--active)" bdrs={3} style={{ overflow: 'hidden' }} aria-hidden>
          <Box
            h="100%"
            bg="var(--accent)"
            style={{ width: `${Math.min(100, (activeLoans / most) * 100)}%` }}
          />
        </Box>
      )}
      {features.length > 0 && (
        <Flex
          component="ul"
          gap="s6"
          wrap="wrap"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
          aria-label="Included"
        >
          {features.map((feature) => (
            <Text
              key={feature}
              component="li"
              size="meta"
              fw={500}
              py={3}
              px="xs"
              c="var(--gray-fg)"
              bg="var(--gray-bg)"
              bdrs="sm"
            >
              {feature}
            </Text>
          ))}
        </Flex>
      )}
    </Paper>
  );
}
