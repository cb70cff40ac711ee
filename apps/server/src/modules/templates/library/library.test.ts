import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCondition } from '@cairn/contract/conditions';
import type { Facts } from '@cairn/contract/conditions';
import {
  BLOCK_GROUPS,
  DOCUMENT_FLAGS,
  KEPT_FROM_BORROWERS,
  type BlockType,
} from '@cairn/contract/template-terms';
import { TemplateTree } from '@cairn/contract/template-tree';
import { describe, expect, test } from 'vitest';
import { nodeOf } from '../present.ts';
import { neededRequests, type Subject } from '../../needs-list/needed-requests.ts';
import { libraryTemplate, librarySummaries } from './library.ts';

const lines = readFileSync(join(import.meta.dirname, 'needs-lists.tsv'), 'utf8')
  .trimEnd()
  .split('\n');
const [head, ...rows] = lines.map((line) => line.split('\t'));
const at = (row: string[], column: string) => row[head!.indexOf(column)]!;
const all = librarySummaries().map(({ key }) => ({ key, ...libraryTemplate(key)! }));

describe('the starter library', () => {
  test('has eight templates, each a whole tree', () => {
    expect(all.map(({ name }) => name)).toEqual([
      'SBA 7(a)',
      'SBA 7(a) Small',
      'SBA Express',
      'SBA 504',
      'USDA B&I',
      'Conventional real estate',
      'Equipment',
      'Line of credit',
    ]);
    for (const { elements } of all) {
      const tree = new TemplateTree(elements.map(nodeOf), 'LOAN');
      expect(tree.inReadingOrder()).toHaveLength(elements.length);
    }
  });

  test('asks for every document that the data names for it, under its block', () => {
    for (const { key, elements } of all) {
      const ownRows = rows.filter((row) => at(row, 'templates').split(',').includes(key));
      const documents = elements.filter(({ answer_type }) => answer_type === 'DOCUMENT');
      expect(documents.map((element) => `${element.block_type} ${element.key}`).toSorted()).toEqual(
        ownRows.map((row) => `${at(row, 'block')} ${at(row, 'key')}`).toSorted(),
      );
    }
  });

  test('files its documents under the five groups and no other [R186]', () => {
    const groups = all.flatMap(({ elements }) => elements.flatMap((each) => each.doc_group ?? []));
    expect([...new Set(groups)].toSorted()).toEqual([
      'Business Docs',
      'Business and Trust Docs',
      'Collateral Docs',
      'Individual Docs',
      'Project Docs',
    ]);
    expect(Object.values(BLOCK_GROUPS).toSorted()).toEqual([...new Set(groups)].toSorted());
  });

  test('every condition of the data reads, and every flag is known', () => {
    for (const row of rows) {
      const condition = at(row, 'when');
      if (condition) expect(parseCondition(condition)).toMatchObject({ ok: true });
      for (const flag of at(row, 'flags').split(',').filter(Boolean)) {
        expect(Object.keys(DOCUMENT_FLAGS)).toContain(flag);
      }
    }
  });

  test('an unverified row is marked as such, with its note', () => {
    const unverified = rows.filter((row) => at(row, 'note').includes('unverified'));
    expect(unverified.length).toBeGreaterThan(100);
    for (const { elements } of all) {
      for (const element of elements) {
        const row = rows.find((each) => at(each, 'key') === element.key && element.note !== null);
        if (row && at(row, 'note').includes('unverified')) {
          expect(element.check_with_counsel).toBe(true);
          expect(element.note).toBe(at(row, 'note'));
        }
      }
    }
  });

  describe('holds back what is not needed at the start', () => {
    /** A company with two owners, on the loan that the template is for, with all facts known and true. */
    const PURPOSE: Record<string, Facts> = {
      SBA_7A: { 'loan.purpose': 'WORKING_CAPITAL' },
      SBA_504: { 'loan.purpose': 'REAL_ESTATE', 'loan.hasConstruction': true },
      CONVENTIONAL_CRE: { 'loan.purpose': 'REAL_ESTATE' },
      EQUIPMENT: { 'loan.purpose': 'EQUIPMENT' },
    };
    const askedOf = (key: string) => {
      const facts = (labels: string[], ownership?: number) => ({
        'entity.label': labels,
        'entity.isStartup': false,
        'entity.ownership': ownership,
        'entity.kind': 'LLC',
        'loan.purpose': 'WORKING_CAPITAL',
        'loan.hasConstruction': false,
        'loan.isChangeOfOwnership': false,
        'loan.isFranchise': false,
        ...PURPOSE[key],
      });
      const subject = (name: string | null, block: BlockType, subjectFacts: Facts): Subject => ({
        entityId: name,
        name,
        block,
        facts: subjectFacts,
        values: {},
        owners: [],
      });
      return neededRequests(
        libraryTemplate(key)!.elements,
        [
          subject(null, 'LOAN', facts([])),
          subject('Harborview Bagel Co.', 'COMPANY', facts(['APPLICANT'])),
          subject('Rosa', 'INDIVIDUAL', facts(['PRINCIPAL'], 60)),
          subject('Elena', 'INDIVIDUAL', facts(['PRINCIPAL'], 40)),
        ],
        new Date('2026-11-16'),
      ).filter(
        ({ fires, item }) =>
          fires === true &&
          item.storage_type === 'FILE' &&
          !item.flags.some((flag) => KEPT_FROM_BORROWERS.includes(flag)),
      );
    };
    const firstOf = (key: string) =>
      askedOf(key).filter(({ item }) => ['LEAD', 'APPLICATION'].includes(item.release_phase ?? ''));

    test.each(all.map(({ key, name }) => [name, key]))(
      'a borrower of %s begins with at most 25 requests, and with some',
      (_name, key) => {
        const first = firstOf(key);
        expect(first.length).toBeGreaterThan(0);
        expect(first.length).toBeLessThanOrEqual(25);
        expect(askedOf(key).length).toBeGreaterThan(first.length);
        expect(first.map(({ item }) => item.title).join()).not.toMatch(/promissory|demand/i);
      },
    );

    test('of a 7(a) loan most come later, and the tax returns are among the first', () => {
      expect(askedOf('SBA_7A').length).toBeGreaterThan(80);
      expect(firstOf('SBA_7A').map(({ item }) => item.borrower_title ?? item.title)).toContain(
        '2025 business tax returns',
      );
    });
  });

  test('asks no question for what the record of a person or business holds', () => {
    const keys = all.flatMap(({ elements }) => elements.map(({ key }) => key));
    for (const key of ['ssn', 'ein', 'birth_date', 'home_address']) expect(keys).not.toContain(key);
    expect(keys).toContain('veteran');
  });

  test('asks whether it is a franchise once: as a fact where documents wait for it, else as a question', () => {
    for (const { key, elements } of all) {
      const waits = elements.some(({ condition }) => condition?.includes('loan.isFranchise'));
      const asks = elements.some((element) => element.key === 'is_franchise');
      expect([key, asks]).toEqual([key, !waits]);
    }
  });

  test('gives new ids each time', () => {
    const one = libraryTemplate('SBA_7A')!.elements[0]!.id;
    expect(libraryTemplate('SBA_7A')!.elements[0]!.id).not.toBe(one);
    expect(libraryTemplate('toString')).toBeUndefined();
  });
});
