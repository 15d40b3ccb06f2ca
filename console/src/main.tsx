// Starts the console in the browser.

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeClient } from './app/client.ts';
import { makeRouter } from './app/router.tsx';
import { applyTheme, savedTheme } from './app/theme.ts';

applyTheme(savedTheme());
const client = makeClient();
const router = makeRouter(client);
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has a place for the console.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
