import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  bundleWorkflowCode,
  type WorkflowBundleOption,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

/** Made when an image is built (deploy/Containerfile). A checkout has none: there the code may change at any time. */
const PREBUILT = resolve(import.meta.dirname, '../dist/workflows.js');

/** Workflow code runs in a sandbox of the engine's, so it is bundled apart from the rest. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  if (existsSync(PREBUILT)) return { codePath: PREBUILT };
  return bundleWorkflows(resolve(import.meta.dirname, 'workflows.ts'));
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
