import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  bundleWorkflowCode,
  type WorkflowBundleOption,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

/**
 * Bundled when an image is built (deploy/Containerfile). A checkout has none, because its code may change at any
 * time.
 */
const PREBUILT = resolve(import.meta.dirname, '../dist/workflows.js');

let bundled: Promise<WorkflowBundleWithSourceMap> | undefined;

/**
 * Temporal runs workflow code in a sandbox, so it is bundled separately from the rest; once per process, because the
 * process does not reload its own modules either.
 */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  if (existsSync(PREBUILT)) return { codePath: PREBUILT };
  bundled ??= bundleWorkflows(resolve(import.meta.dirname, 'workflows.ts'));
  return bundled;
}

export function bundleWorkflows(workflowsPath: string): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath,
    logger: {
      log() {},
      trace() {},
      debug() {},
      info() {},
      warn: console.warn,
      error: console.error,
    },
  });
}
