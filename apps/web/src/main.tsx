import './theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { queryClient } from './lib/queries.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';
import { styleNonce } from './theme/styleNonce.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const page = (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);
// A transition renders in time slices. Otherwise the first render would be one long task that blocks input on a slow
// phone.
startTransition(() => createRoot(root).render(page));
