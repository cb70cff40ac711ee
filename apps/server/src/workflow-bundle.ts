import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  bundleWorkflowCode,
  type WorkflowBundleOption,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

/** Made when an image is built (deploy/Containerfile). A checkout has none: there the code may change at any time. */
const PREBUILT = resolve(import.meta.dirname, '../dist/workflows.js');

let bundled: Promise<WorkflowBundleWithSourceMap> | undefined;

/**
 * Workflow code runs in a sandbox of the engine's, so it is bundled apart from the rest; once for a process, whose own modules
 * do not change either.
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
