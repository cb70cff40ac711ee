import { expect, test } from 'vitest';
import { ownFieldChanges, ownFieldsComplaint, ownFieldsOf } from './ownFields.ts';

const saved = { 'Risk rating': '4', Referrer: 'Harbor CPA' };
const fields = ownFieldsOf(saved);

test('fields are listed by name', () => {
  expect(fields.map(({ name }) => name)).toEqual(['Referrer', 'Risk rating']);
});

test('only fields that differ are sent, and removed ones as null', () => {
  expect(ownFieldChanges(fields, saved)).toEqual({});
  const [referrer, rating] = fields;
  expect(ownFieldChanges([{ ...rating!, value: ' 3 ' }], saved)).toEqual({
    'Risk rating': '3',
    Referrer: null,
  });
  const added = { name: 'Branch ', value: 'Bend', saved: false };
  expect(ownFieldChanges([referrer!, rating!, added], saved)).toEqual({ Branch: 'Bend' });
});

test('a field needs a name of its own and a value', () => {
  const add = (name: string, value: string) => [...fields, { name, value, saved: false }];
  expect(ownFieldsComplaint(fields)).toBeNull();
  expect(ownFieldsComplaint(add('', 'x'))).toContain('both');
  expect(ownFieldsComplaint(add('x', ' '))).toContain('both');
  expect(ownFieldsComplaint(add('risk RATING ', 'x'))).toContain('same name');
  expect(ownFieldsComplaint(add('x'.repeat(61), 'x'))).toContain('60');
  expect(ownFieldsComplaint(add('x', 'x'.repeat(256)))).toContain('255');
});
