import { workflowInfo } from '@temporalio/workflow';

/** The time for which a schedule started this run; in a backfill that is not today. For workflows. */
export function scheduledTime(): Date {
  const { typedSearchAttributes, startTime } = workflowInfo();
  const attribute = typedSearchAttributes
    .getAll()
    .find(({ key }) => key.name === 'TemporalScheduledStartTime');
  return attribute?.value instanceof Date ? attribute.value : startTime;
}
