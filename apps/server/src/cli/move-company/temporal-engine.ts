/** The Temporal of a cell, as a move needs it. The connection uses the worker's settings. */
import { Client, WorkflowNotFoundError } from '@temporalio/client';
import type { WorkerConfig } from '../../platform/config.ts';
import { connectTemporal } from '../checks/worker-services.ts';
import type { Engine } from './unfinished-work.ts';

export async function connectEngine({
  engine,
}: Pick<WorkerConfig, 'engine'>): Promise<Engine & { close(): Promise<void> }> {
  const connection = await connectTemporal(engine);
  const { workflow } = new Client({ connection, namespace: engine.namespace });
  /** Temporal has removed a workflow that ended long ago. */
  const ifKnown = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  };
  return {
    async unfinished(since) {
      const ids = new Set<string>();
      for (const query of [
        `ExecutionStatus = 'Running'`,
        `ExecutionStatus in ('Failed', 'TimedOut', 'Terminated') and CloseTime >= '${since.toISOString()}'`,
      ]) {
        for await (const { workflowId } of workflow.list({ query })) ids.add(workflowId);
      }
      return ids;
    },
    async stateOf(id) {
      const description = await ifKnown(workflow.getHandle(id).describe());
      if (description === undefined || description.status.name === 'COMPLETED') return 'done';
      return description.status.name === 'RUNNING' ? 'running' : 'failed';
    },
    async end(ids) {
      for (const id of ids) {
        await ifKnown(workflow.getHandle(id).terminate('the company moved to another cell'));
      }
    },
    close: () => connection.close(),
  };
}
