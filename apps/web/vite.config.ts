import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { COMPILE_HINT, commonChunkName, isOfFirstPage, sharedChunkName } from './chunks.ts';
import { pdfFiles } from './pdf-files.ts';
import { cssVariables, withBreakpoints } from './src/theme/variables.ts';

const VARIABLES = 'virtual:variables.css';

/** The design's values as a stylesheet, so that the page has its colors before any script runs. */
function designVariables(): Plugin {
  return {
    name: 'cairn-design-variables',
    resolveId: (id) => (id === VARIABLES ? `\0${VARIABLES}` : undefined),
    load: (id) => (id === `\0${VARIABLES}` ? cssVariables() : undefined),
  };
}

/** `@media (--narrow)` and the others that theme/variables.ts names. */
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
 * Chromium compiles a file that begins with this whole while it loads, beside the page's thread, instead of function by function in
 * it. Last of all, because Vite writes at the beginning of a file too.
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
    // React has had this hook itself since 18; the shim for older ones would only be carried along.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // The server puts another nonce in its place with each response; the development server sends no policy.
  html: { cspNonce: 'CSP_NONCE' },
  // As a string the design's values would come whole; as an object only those that are used.
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
        // The server knows by its name which script may use WebAssembly (http/content-security-policy.ts).
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
    // Every asset is a file of its own: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    // Browsers that run the rest know how to preload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs is one file: as fourteen, for each way that pages share it, it packs worse.
        codeSplitting: {
          groups: [
            { name: 'first', priority: 2, tags: ['$initial'] },
            { name: commonChunkName, priority: 1, includeDependenciesRecursively: false },
            { name: sharedChunkName, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
        // The first page names every file that a later one needs: a hash is enough of a name.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
});
