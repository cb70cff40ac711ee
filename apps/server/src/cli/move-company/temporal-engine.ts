/** The Temporal of a cell, as a move sees it: by the worker's settings. */
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { WorkerConfig } from '../../platform/config.ts';
import { temporalConnection } from '../../platform/temporal-connection.ts';
import type { Engine } from './move-company.ts';

export async function connectEngine({
  engine,
}: Pick<WorkerConfig, 'engine'>): Promise<Engine & { close(): Promise<void> }> {
  const connection = await Connection.connect(temporalConnection(engine));
  const { workflow } = new Client({ connection, namespace: engine.namespace });
  return {
    async running() {
      const ids = new Set<string>();
      for await (const { workflowId } of workflow.list({ query: `ExecutionStatus = 'Running'` })) {
        ids.add(workflowId);
      }
      return ids;
    },
    async end(ids) {
      for (const id of ids) {
        try {
          await workflow.getHandle(id).terminate('the company moved to another cell');
        } catch (error) {
          // It has ended meanwhile.
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        }
      }
    },
    close: () => connection.close(),
  };
}
