/**
 * Shows every component of ui/ in all its states, for engineers who build a page: http://localhost:5173/gallery.html.
 * The production build starts from index.html and does not contain it.
 */
import '../../theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../../lib/queries.ts';
import { cssVariablesResolver, theme } from '../../theme/theme.ts';
import { Gallery } from './Gallery.tsx';

const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
});

const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
