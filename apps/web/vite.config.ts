import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { COMPILE_HINT, commonChunkName, isOfFirstPage, sharedChunkName } from './chunks.ts';
import { pdfFiles } from './pdf-files.ts';
import { cssVariables, withBreakpoints } from './src/theme/variables.ts';

const VARIABLES = 'virtual:variables.css';

/** Provides the design tokens as a stylesheet, so that the page has its colors before any script runs. */
function designVariables(): Plugin {
  return {
    name: 'cairn-design-variables',
    resolveId: (id) => (id === VARIABLES ? `\0${VARIABLES}` : undefined),
    load: (id) => (id === `\0${VARIABLES}` ? cssVariables() : undefined),
  };
}

/** Resolves `@media (--narrow)` and the other media names that theme/variables.ts defines. */
function namedBreakpoints(): Plugin {
  return {
    name: 'cairn-breakpoints',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/src/') && id.split('?')[0]?.endsWith('.css')
        ? withBreakpoints(code)
        : undefined,
  };
}

/**
 * Adds the compile hint to the chunks of the first pages. Chromium compiles all functions of a file that begins with
 * the hint on a background thread while the file loads, instead of each function on the main thread when it is first
 * called. The order is `post`, because Vite also writes at the beginning of a chunk and the hint must be first.
 */
function compileHints(): Plugin {
  return {
    name: 'cairn-compile-hints',
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && isOfFirstPage(file.name)) {
            file.code = `${COMPILE_HINT}\n${file.code}`;
          }
        }
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), designVariables(), namedBreakpoints(), pdfFiles(), compileHints()],
  resolve: {
    // React has included useSyncExternalStore since version 18, so the shim for older versions would only add weight.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // The server replaces this placeholder with a new nonce in each response. The development server sends no policy.
  html: { cspNonce: 'CSP_NONCE' },
  // As an object, the JSON is tree-shaken to the design tokens that are used; as a string, all of them would be
  // included.
  json: { stringify: false },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: process.env['API_URL'] ?? 'http://127.0.0.1:4000' } },
  },
  worker: {
    rolldownOptions: {
      output: {
        // The server recognizes by this name the one script that may compile WebAssembly
        // (apps/server/src/http/content-security-policy.ts).
        entryFileNames: ({ name }) =>
          name === 'barcodeWorker' ? 'assets/barcode-worker-[hash].js' : 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // Never inline an asset: the content security policy does not allow fonts from data: URLs.
    assetsInlineLimit: 0,
    // Every browser that supports the other APIs the app uses (such as AbortSignal.any) also supports module preload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All modules of the entry go into one file. Split by which pages share them, they would be fourteen files that
        // compress less well.
        codeSplitting: {
          groups: [
            { name: 'first', priority: 2, tags: ['$initial'] },
            { name: commonChunkName, priority: 1, includeDependenciesRecursively: false },
            { name: sharedChunkName, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
        // The first load contains the names of all chunks that later pages load, so the names are kept short: only a
        // hash.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
});
