import { TASK_LABELS, type TaskGroups } from '@cairn/contract';
import type { Task } from '@cairn/contract';
import { escapeHtml } from '../../platform/email/escape-html.ts';

const dayOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    dateStyle: 'medium',
  });

function lineOf({ title, entityName, dueDate }: Task): string {
  const about = entityName === null ? title : `${title} (${entityName})`;
  return dueDate === null ? about : `${about}, due ${dayOf(dueDate)}`;
}

/** The open tasks by kind of work, each listed once, to paste into an email. */
export function taskList(groups: TaskGroups): { html: string; text: string } {
  const all = Object.values(groups).flatMap((byType) => Object.values(byType));
  const byLabel = Map.groupBy(all, ({ title }) => TASK_LABELS[title]);
  const sections = [...byLabel].map(([label, loanTasks]) => {
    const tasks = new Map(loanTasks.flatMap(({ forMe }) => forMe.map((task) => [task.id, task])));
    return { label, lines: [...tasks.values()].map(lineOf) };
  });
  const items = (lines: readonly string[]): string =>
    lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return {
    html: sections
      .map(({ label, lines }) => `<h3>${escapeHtml(label)}</h3><ul>${items(lines)}</ul>`)
      .join(''),
    text: sections
      .map(({ label, lines }) => [label, ...lines.map((line) => `- ${line}`)].join('\n'))
      .join('\n\n'),
  };
}
