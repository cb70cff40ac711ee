import { expect, it } from 'vitest';
import { KINDS, kindChoices, sentenceOf } from './sentences.ts';
import type { SentenceSubject } from './sentence-parts.ts';

const subjectOf = (over: Partial<SentenceSubject> = {}): SentenceSubject => ({
  who: 'Dana Whitfield',
  loan: null,
  document: null,
  request: null,
  template: null,
  entity: null,
  whom: null,
  detail: {},
  ...over,
});

it('every audit sentence reads as one, with and without the names it could have', () => {
  for (const [kind, { says }] of Object.entries(KINDS)) {
    const at = '2026-11-15T12:00:00Z';
    const detail = { version: 2, count: 3, fields: 4, start: at, end: at };
    for (const subject of [
      subjectOf({ detail }),
      subjectOf({
        detail,
        loan: 'Larkspur',
        document: 'Lease.pdf',
        template: 'SBA',
        entity: 'Acme',
      }),
    ]) {
      const sentence = says(subject);
      expect(sentence, kind).not.toMatch(/undefined|null|NaN|\[object|  /);
      expect(sentence, kind).not.toContain(`${kind.split('.')[0]} ${kind.split('.')[1]}`);
    }
  }
  expect(new Set(kindChoices().map(({ label }) => label)).size).toBe(kindChoices().length);
});

it('audit sentences and titles use the verbs of the interface', () => {
  const other =
    /\b(?:took|taken) (?:back|out|off)\b|\btook\b|\bput\b|\bsent in\b|\bbegun?\b|\bbegan\b|\bthr[eo]wn?\b|\bfor good\b|\basked?\b|\bnoted\b/i;
  for (const [kind, { title, says }] of Object.entries(KINDS)) {
    const at = '2026-11-15T12:00:00Z';
    const detail = { version: 2, count: 3, fields: 4, start: at, end: at };
    expect(title, kind).not.toMatch(other);
    for (const each of [detail, { ...detail, answer: null, to: 'NONE', forAnother: true }]) {
      expect(says(subjectOf({ detail: each, entity: 'Acme', whom: 'Eli' })), kind).not.toMatch(
        other,
      );
    }
  }
});

it('audit sentences name templates, entities, phases and what changed', () => {
  const says = (kind: string, over: Partial<SentenceSubject>) => sentenceOf(kind, subjectOf(over));
  expect(says('template.published', { template: 'SBA 7(a)', detail: { version: 3 } })).toBe(
    'Dana Whitfield published version 3 of the template “SBA 7(a)”',
  );
  expect(says('template.elementsDeleted', { template: 'Needs', detail: { count: 1 } })).toBe(
    'Dana Whitfield removed 1 request from the template “Needs”',
  );
  expect(says('entity.labelled', { entity: 'Acme LLC', detail: { after: ['GUARANTOR'] } })).toBe(
    'Dana Whitfield made Acme LLC the Guarantor',
  );
  expect(says('entity.added', { detail: { entityIds: ['a', 'b'] }, loan: 'Larkspur' })).toBe(
    'Dana Whitfield added 2 entities to Larkspur',
  );
  expect(says('phases.changed', { detail: { added: ['a'], changed: ['b', 'c'] } })).toBe(
    'Dana Whitfield added 1 phase and changed 2 phases',
  );
  expect(says('company.changed', { detail: { name: 'x', logo: null } })).toBe(
    'Dana Whitfield changed the company’s name, logo',
  );
});
