// node drills/engine/worker.ts ADDRESS TASK-QUEUE BUNDLE LEDGER: the process that the drill kills.

import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { activitiesOn } from './activities.ts';
import { Ledger } from './ledger.ts';

const [address = '', taskQueue = '', codePath = '', ledger = ''] = process.argv.slice(2);

// The failures are on purpose: no warning for each.
Runtime.install({ logger: new DefaultLogger('ERROR') });
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  connection,
  taskQueue,
  workflowBundle: { codePath },
  activities: activitiesOn(new Ledger(ledger)),
  // The engine hands a workflow back to the worker that has it in memory, and for so long waits for
  // a dead one before it asks another. The default is ten seconds.
  stickyQueueScheduleToStartTimeout: '1 second',
});
console.log('ready');
await worker.run();
