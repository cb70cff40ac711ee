/** Alerts, their tests, their runbooks, the dashboard and the metrics must agree. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const rules = read('deploy/prometheus/rules.yml');
const all = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
];
const alerts = all(rules, /- alert: (\w+)/g);

test('every alert has a runbook, and every runbook an alert', () => {
  expect(all(read('docs/operations/alerts.md'), /^## (\w+)$/gm)).toEqual(alerts);
});

test('every alert is tested to fire and to stay silent', () => {
  const tests = read('deploy/prometheus/rules.test.yml');
  for (const alert of alerts) {
    const cases = tests.split(`alertname: ${alert}\n`).slice(1);
    expect(cases.map((text) => text.trimStart().startsWith('exp_alerts: []'))).toEqual([
      false,
      true,
    ]);
  }
});

test('the cause of every alert is broken in the running product', () => {
  const causes = globSync('apps/server/src/platform/monitoring/*alert-causes.api.test.ts', {
    cwd: root,
  }).map(read);
  expect(causes.length).toBeGreaterThan(0);
  for (const alert of alerts) {
    // The name must be an argument in a test, which reads the rule of that name and evaluates it on metrics.
    expect(causes.some((text) => text.includes(`'${alert}'`))).toBe(true);
  }
});

test('the dashboard shows every metric that an alert looks at', () => {
  const dashboard = read('deploy/grafana/cairn.json');
  for (const name of all(rules, /\b(cairn_[a-z_]+)\b/g)) expect(dashboard).toContain(name);
});

test('alerts and dashboard name metrics that the code exports', () => {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const exported = all(sources, /\b(cairn_[a-z_]+)\b/g);
  const used = [rules, read('deploy/grafana/cairn.json')].flatMap((text) =>
    all(text, /\b(cairn_[a-z_]+)\b/g),
  );
  const base = (name: string): string => name.replace(/_(bucket|count|total)$/, '');
  for (const name of used) expect(exported).toContain(base(name));
  expect(used.length).toBeGreaterThan(10);
});
