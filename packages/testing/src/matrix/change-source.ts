/** Preloaded for a control: replaces one text in one source file while it is loaded. */
import { registerHooks } from 'node:module';
import type { Control } from './controls.ts';

const change = JSON.parse(process.env['MATRIX_CHANGE'] ?? 'null') as Control['change'] | null;

if (change) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(change.file)) return loaded;
      const source = Buffer.from(loaded.source as Buffer).toString();
      const { file, from, to } = change;
      const at = change.at ?? source.indexOf(from);
      if (!source.startsWith(from, at)) throw new Error(`${file} has no such text there`);
      return { ...loaded, source: source.slice(0, at) + to + source.slice(at + from.length) };
    },
  });
}
