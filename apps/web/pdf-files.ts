import { createReadStream, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
  version: string;
};
/**
 * The pdfjs version in the path replaces the content hash in the names of other assets, so a new version has new URLs.
 */
const PLACE = `assets/pdfjs-${version}`;

/** Character maps for non-Latin scripts, standard fonts, and the decoders that do not need WebAssembly. */
const files = globSync(
  ['cmaps/*', 'standard_fonts/*', 'wasm/{*_nowasm_fallback.js,LICENSE_*{JBIG2,OPENJPEG}}'],
  { cwd: home },
);

/**
 * Serves the files that the PDF viewer requests by name while it renders a document. They come from the app's own
 * origin, as the content security policy requires.
 */
export function pdfFiles(): Plugin {
  return {
    name: 'cairn-pdf-files',
    config: () => ({ define: { PDF_FILES: JSON.stringify(`/${PLACE}/`) } }),
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${PLACE}`, (request, response, next) => {
        const name = request.url?.slice(1).split('?')[0] ?? '';
        if (!files.includes(name)) return next();
        if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        createReadStream(join(home, name)).pipe(response);
      });
    },
    generateBundle() {
      for (const name of files) {
        const source = readFileSync(join(home, name));
        this.emitFile({ type: 'asset', fileName: `${PLACE}/${name}`, source });
      }
    },
  };
}
