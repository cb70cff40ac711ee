/** Generates values that a schema allows, with a preference for edge cases, as fast-check arbitraries. */
import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';

type Schema = z.core.$ZodType;
interface Check {
  check?: string;
  format?: string;
  pattern?: RegExp;
  minimum?: number;
  maximum?: number;
  length?: number;
  value?: number;
}
interface Def extends Check {
  type: string;
  checks?: { _zod: { def: Check } }[];
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  options?: Schema[];
  entries?: Record<string, string>;
  values?: unknown[];
}
/** The property in which zod keeps the parts of a schema. */
const INSIDE = '_zod';
const defOf = (schema: Schema): Def => schema[INSIDE].def;

/** Texts that other parts of the product might interpret. */
const TEXTS = [
  '',
  ' ',
  'x',
  '\uD800',
  'a\uDC00b',
  'ü😀\u202E\u2028',
  'e\u0301\uFFFF\u0001',
  "%_\\';--",
  '=1+1',
  '../../x/..',
  '.',
  'a\r\nb: c',
  '__proto__',
  'constructor',
  '{"a":[1]}',
  '{}',
  'null',
  'NaN',
  '-1',
  '1e999',
  '99999999999999999999',
  '0000-01-01',
  '9999-99-99',
  '2024-02-30T25:61:61Z',
  '<b onclick=x>y</b>',
];
const DAYS = ['0000-01-01', '0001-01-01', '1582-10-10', '2024-02-29', '2030-06-15', '9999-12-31'];
const NUMBERS = [
  ...[0, 1, -1, 2, 0.01, 0.005, 1e-7, 100.5, 32_767, 32_768, 2_147_483_647, 2_147_483_648],
  ...[-2_147_483_649, 1e12, 1e15, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e21, 1e308],
];
/** Longer than any stored text, shorter than the limit of a request. */
const LONG = 20_000;
/** Larger arrays would test the limit of requests instead. */
const MAX_ITEMS = 2000;

const among = (checks: Check[], kind: string, key: 'minimum' | 'maximum'): number | undefined =>
  checks.find(({ check }) => check === kind)?.[key];

/** Arbitraries for requests, with ids that exist somewhere in the world. */
export class Values {
  private readonly ids: () => string[];
  private readonly made = new Map<Schema, Arbitrary<unknown>>();

  constructor(ids: () => string[]) {
    this.ids = ids;
  }

  of(schema: Schema): Arbitrary<unknown> {
    const cached = this.made.get(schema);
    if (cached) return cached;
    const arbitrary = this.make(defOf(schema));
    this.made.set(schema, arbitrary);
    return arbitrary;
  }

  private make(def: Def): Arbitrary<unknown> {
    switch (def.type) {
      case 'string':
        return this.text(def);
      case 'number':
        return this.number(def);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries!));
      case 'literal':
        return fc.constantFrom(...def.values!);
      case 'array':
        return this.list(def);
      case 'record':
        return fc.dictionary(this.of(def.keyType!) as Arbitrary<string>, this.of(def.valueType!), {
          maxKeys: 4,
        });
      case 'object':
        return this.object(def);
      case 'union':
        return fc.oneof(...def.options!.map((option) => this.of(option)));
      case 'nullable':
        return fc.option(this.of(def.innerType!), { nil: null, freq: 4 });
      case 'optional':
      case 'default':
        return fc.option(this.of(def.innerType!), { nil: undefined, freq: 4 });
      case 'nonoptional':
        return this.of(def.innerType!).filter((value) => value !== undefined);
      case 'pipe':
        return this.of(defOf(def.in!).type === 'transform' ? def.out! : def.in!);
      default:
        throw new Error(`no values for a schema of the kind ${def.type}`);
    }
  }

  private checksOf(def: Def): Check[] {
    return [...(def.checks ?? []).map((each) => each[INSIDE].def), ...(def.check ? [def] : [])];
  }

  private text(def: Def): Arbitrary<string> {
    const checks = this.checksOf(def);
    const formats = checks.filter(({ check }) => check === 'string_format');
    const most = among(checks, 'max_length', 'maximum') ?? LONG;
    const least = among(checks, 'min_length', 'minimum') ?? 0;
    for (const { format, pattern } of formats) {
      if (format === 'uuid') return fc.constant(0).chain(() => fc.constantFrom(...this.ids()));
      if (format === 'date') return fc.constantFrom(...DAYS);
      if (format === 'datetime') return this.moment();
      if (format === 'base64') return fc.base64String({ maxLength: Math.min(most, 200) });
      if (format === 'email') {
        return fc.stringMatching(/^[a-z]{1,30}$/).map((name) => `${name}@example.com`);
      }
      if (format === 'regex' && pattern) return textMatching(pattern);
    }
    const fitting = TEXTS.filter((text) => text.length <= most && text.length >= least);
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('x'.repeat(Math.max(least, 1)), ...fitting) },
      { weight: 1, arbitrary: fc.constant('a'.repeat(most)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(`a${'😀'.repeat((most - 1) / 2)}`, 'ﷺ'.repeat(most)),
      },
    );
  }

  private moment(): Arbitrary<string> {
    const time = fc.constantFrom('T00:00:00Z', 'T23:59:59.999999999999Z');
    return fc.tuple(fc.constantFrom(...DAYS), time).map((both) => both.join(''));
  }

  private number(def: Def): Arbitrary<number> {
    const checks = this.checksOf(def);
    const isWhole = checks.some(({ check }) => check === 'number_format');
    const most = checks.find(({ check }) => check === 'less_than')?.value ?? Infinity;
    const least = checks.find(({ check }) => check === 'greater_than')?.value ?? -Infinity;
    const edges = [...NUMBERS, most, least].filter(
      (each) =>
        each >= least &&
        each <= most &&
        Number.isFinite(each) &&
        (!isWhole || Number.isSafeInteger(each)),
    );
    return fc.constantFrom(...edges);
  }

  private list(def: Def): Arbitrary<unknown[]> {
    const checks = this.checksOf(def);
    const most = Math.min(among(checks, 'max_length', 'maximum') ?? MAX_ITEMS, MAX_ITEMS);
    const least = among(checks, 'min_length', 'minimum') ?? 0;
    const item = this.of(def.element!);
    return fc.oneof(
      {
        weight: 9,
        arbitrary: fc.array(item, {
          minLength: least,
          maxLength: Math.max(least, Math.min(most, 3)),
        }),
      },
      { weight: 1, arbitrary: item.map((each) => Array.from({ length: most }, () => each)) },
    );
  }

  private object(def: Def): Arbitrary<Record<string, unknown>> {
    const fields = Object.entries(def.shape!).map(
      ([name, schema]) => [name, this.of(schema)] as const,
    );
    return fc
      .record(Object.fromEntries(fields))
      .map((all) =>
        Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      );
  }
}

/** Falls back to text that does not match, because not every pattern can be inverted. */
function textMatching(pattern: RegExp): Arbitrary<string> {
  try {
    return fc.oneof(
      { weight: 4, arbitrary: fc.stringMatching(pattern) },
      fc.constantFrom(...TEXTS),
    );
  } catch {
    return fc.constantFrom(...TEXTS);
  }
}
