/**
 * Compares files and events with the bare object store, qpdf and a bare NOTIFY. See README.md.
 *   node bench/files.ts [--quick] [--bars 5,6,7,10]
 */
import { parseArgs } from 'node:util';
import { ExportSteps, makeTemplate, startTestServer } from '@cairn/testing';
import { environment, up } from '../tools/services/index.ts';
import { eventStreamBar } from './bars/event-stream.ts';
import { pdfBar, zipBar } from './bars/export-files.ts';
import { uploadBar } from './bars/upload.ts';
import { measureBar, type Bar } from './experiment.ts';
import type { FileWorld } from './file-world.ts';
import { judge, print } from './report.ts';

const BARS: readonly Bar<FileWorld>[] = [zipBar, pdfBar, uploadBar, eventStreamBar];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    bars: { type: 'string', default: '5,6,7,10' },
  },
});

const numbers = values.bars.split(',').map(Number);
const unknown = numbers.filter((number) => !BARS.some((bar) => bar.number === number));
if (unknown.length > 0) throw new Error(`no such bar: ${unknown.join()}`);

// Exits, which ends the processes under test.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await up('test');
const services = environment('test');
Object.assign(process.env, services);
await makeTemplate(services['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({
  config: { limitFactor: 1_000_000 },
  durable: true,
  logLevel: 'silent',
  // A feed in this process would read each event in parallel with the measured processes and steps.
  feedRuns: false,
});
const steps = new ExportSteps(server);
const { app, relay } = server.config.database;
const world: FileWorld = {
  server,
  steps,
  environment: { ...services, DATABASE_URL: app, RELAY_DATABASE_URL: relay },
  plan: (full) => (values.quick ? { ...full, rounds: 3, warmUp: 1 } : full),
};
for (const bar of BARS.filter(({ number }) => numbers.includes(number))) {
  print(judge(bar, await measureBar(bar, world, values.quick)));
}
steps.stop();
await server.stop();
process.exit();
