import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { VARIABLES } from '@cairn/server/platform/config-variables';
import { expect, test } from 'vitest';

interface Schema {
  readonly $defs: {
    readonly variables: { readonly propertyNames: { readonly not: { readonly enum: string[] } } };
  };
}

test('the chart refuses every secret among the plain settings, and takes the path of its file', () => {
  const file = resolve(import.meta.dirname, '../../deploy/helm/cairn/values.schema.json');
  const { $defs } = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  const secrets = Object.entries(VARIABLES)
    .filter(([, { secret }]) => secret)
    .map(([name]) => name);
  expect($defs.variables.propertyNames.not.enum.toSorted()).toEqual(secrets.toSorted());
});
