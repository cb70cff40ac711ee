import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { queryClient } from '../../lib/queries.ts';
import { TermsOfService } from './TermsOfService.tsx';

const terms = { url: 'https://lender.example/terms', version: '2026-11' };
const render = (agreedDate: string | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <TermsOfService terms={{ ...terms, agreedDate }} />
      </QueryClientProvider>
    </MantineProvider>,
  );

it('links the terms with their version, and offers to agree until the user has', () => {
  const html = render(null);
  expect(html).toContain('href="https://lender.example/terms" target="_blank"');
  expect(html).toContain('(version 2026-11)');
  expect(html).toContain('I agree');
  expect(html).not.toContain('Agreed on');
});

it('shows when the user agreed, with no way back', () => {
  const agreed = render('2026-11-16T12:00:00Z');
  expect(agreed).toContain('Agreed on Nov 16, 2026');
  expect(agreed).not.toContain('<button');
  expect(agreed).toContain('(version 2026-11)');
});
