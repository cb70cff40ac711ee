import type { QueueStatus, ServiceName, ServiceState, SystemStatus } from '@cairn/contract';
import {
  type Icon,
  IconAlertTriangle,
  IconBucket,
  IconCircleCheck,
  IconCircleX,
  IconCpu,
  IconDatabase,
  IconHelpCircle,
  IconMail,
  IconRoute,
  IconShieldSearch,
  IconWorld,
} from '@tabler/icons-react';
import type { StatusChipProps } from '../../ui/StatusChip.tsx';

export const STATE_LOOKS: Record<ServiceState, StatusChipProps> = {
  WORKING: { hue: 'green', icon: IconCircleCheck, label: 'Working' },
  SLOW: { hue: 'orange', icon: IconAlertTriangle, label: 'Slow' },
  DOWN: { hue: 'red', icon: IconCircleX, label: 'Down' },
  UNKNOWN: { hue: 'gray', icon: IconHelpCircle, label: 'Unknown' },
};

interface ServiceWords {
  name: string;
  icon: Icon;
  /** The effect on users while the service is down, and what the system does about it. */
  whenDown: string;
}

export const SERVICE_WORDS: Record<ServiceName, ServiceWords> = {
  web: { name: 'Web and API', icon: IconWorld, whenDown: '' },
  worker: {
    name: 'Background worker',
    icon: IconCpu,
    whenDown: 'Uploads aren’t scanned and emails aren’t sent. Both resume when the worker is back.',
  },
  postgres: { name: 'Postgres', icon: IconDatabase, whenDown: '' },
  store: {
    name: 'Document storage',
    icon: IconBucket,
    whenDown: 'Documents can’t be uploaded or opened.',
  },
  temporal: {
    name: 'Workflows',
    icon: IconRoute,
    whenDown: 'Scans, emails and exports are paused. They resume when Temporal is back.',
  },
  clamd: {
    name: 'Virus scanner',
    icon: IconShieldSearch,
    whenDown: 'Uploads stay in “Checking file” until the scanner is back.',
  },
  smtp: {
    name: 'Email',
    icon: IconMail,
    whenDown: 'Emails are delayed and retried.',
  },
};

const QUEUE_NAMES: Record<string, string> = {
  codes: 'Log-in codes',
  scans: 'Virus scan',
  documents: 'Text recognition',
  exports: 'Exports',
  general: 'Notifications and the rest',
};
export const queueName = ({ queue }: QueueStatus): string => QUEUE_NAMES[queue] ?? queue;

export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** The share of successful probes; null without probes. */
export function uptime(days: readonly { checks: number; failures: number }[]): string | null {
  const checks = days.reduce((sum, day) => sum + day.checks, 0);
  if (checks === 0) return null;
  const failures = days.reduce((sum, day) => sum + day.failures, 0);
  if (failures === 0) return '100%';
  // Rounded down, so that failures never show as 100%.
  return `${(Math.floor((1 - failures / checks) * 10_000) / 100).toFixed(2)}%`;
}

export interface Problem {
  state: 'SLOW' | 'DOWN';
  title: string;
  text: string;
}

/** Current problems in sentences, worst first: the fault and its effect on users. */
export function problemsOf({ services, queues, signatures }: SystemStatus): Problem[] {
  const problems: Problem[] = [];
  for (const { service, state } of services) {
    const { name, whenDown } = SERVICE_WORDS[service];
    if (state === 'DOWN') problems.push({ state, title: `${name}: down.`, text: whenDown });
    if (state === 'SLOW') {
      problems.push({
        state,
        title: `${name}: slow.`,
        text: 'It responds slowly or only sometimes.',
      });
    }
  }
  for (const queue of queues) {
    const { state, waiting, oldestSeconds } = queue;
    if (state !== 'SLOW' && state !== 'DOWN') continue;
    const steps = waiting === 1 ? '1 step waiting' : `${waiting} steps waiting`;
    problems.push({
      state,
      title: `${queueName(queue)}: behind.`,
      text: `${steps}, the oldest for ${formatSeconds(oldestSeconds)}. Nothing is lost.`,
    });
  }
  if (signatures?.state === 'DOWN') {
    problems.push({
      state: 'DOWN',
      title: 'Virus signatures: too old.',
      text: 'Check that freshclam runs and reaches its mirror.',
    });
  }
  return problems.toSorted(
    (one, other) => Number(other.state === 'DOWN') - Number(one.state === 'DOWN'),
  );
}
