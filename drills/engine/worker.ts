// node drills/engine/worker.ts ADDRESS TASK-QUEUE BUNDLE LEDGER: the worker that the drill kills.

import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { activitiesOn } from './activities.ts';
import { Ledger } from './ledger.ts';

const [address = '', taskQueue = '', codePath = '', ledger = ''] = process.argv.slice(2);

// Activities fail on purpose, so their warnings are suppressed.
Runtime.install({ logger: new DefaultLogger('ERROR') });
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  connection,
  taskQueue,
  workflowBundle: { codePath },
  activities: activitiesOn(new Ledger(ledger)),
  // Temporal first offers a workflow to the worker that has it in memory, and waits this long for a dead one. The
  // default is ten seconds.
  stickyQueueScheduleToStartTimeout: '1 second',
});
console.log('ready');
await worker.run();
