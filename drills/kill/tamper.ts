/**
 * Proves that the verdict can find faults: after each run the facts are falsified in one place at a time, and the
 * verdict must notice each.
 */
import type { Facts, Happened } from './facts.ts';
import type { Entry, WriteCall } from './ledger.ts';
import { judgeBytes, judgeWork } from './settle.ts';
import { judge, type Fault, type Finding } from './verdict.ts';

interface Lie {
  readonly name: string;
  readonly fault: Fault;
  readonly facts: Facts;
}

export async function unnoticedTampering(
  entries: readonly Entry[],
  facts: Facts,
): Promise<string[]> {
  const honest = judge(entries, facts);
  const unnoticed = lies(entries, facts)
    .filter((lie) => count(judge(entries, lie.facts), lie.fault) <= count(honest, lie.fault))
    .map(({ name, fault }) => `${name} (${fault})`);
  const bytes = await judgeBytes(entries, facts, { sha256Of: async () => '', close() {} });
  if (count(bytes, 'unreadable') < facts.documents.length)
    unnoticed.push('other bytes (unreadable)');
  const uploads = facts.happened.filter(({ kind }) => kind === 'document.uploaded').length;
  const work = await judgeWork(facts, {
    stateOf: async () => 'ABSENT',
    countRuns: async () => uploads,
    close: async () => {},
  });
  if (count(work, 'unfinished') === 0) unnoticed.push('absent workflows (unfinished)');
  return unnoticed;
}

const count = (findings: readonly Finding[], fault: Fault): number =>
  findings.filter((each) => each.fault === fault).length;

function lies(entries: readonly Entry[], facts: Facts): Lie[] {
  // Uses a pair whose calls were all acknowledged, so that a wrong state counts as lost.
  const untold = new Set(entries.filter((each) => !each.acknowledged).map(pairOf));
  const settled = entries.filter((each) => !untold.has(pairOf(each)));
  const pin = last(settled, 'pinLoan', 'unpinLoan');
  const upload = last(entries, 'createDocument');
  const answer = last(entries, 'answerElement');
  const document = facts.documents.find(({ objectKey }) => objectKey === upload.objectKey);
  const ofUpload = (each: Happened) =>
    each.kind === 'document.uploaded' && each.documentId === document?.id;
  const ofAnswer = (each: Happened) =>
    each.kind === 'element.answered' && each.elementId === answer.elementId;
  const ofScan = (each: Happened) =>
    each.kind === 'document.scanned' && each.documentId === document?.id;
  const ofPin = (each: Happened) => each.loanId === pin.loanId && each.actorId === pin.accountId;
  const pair = pairOf(pin);
  const lie = (fault: Fault, name: string, over: Partial<Facts>): Lie => ({
    name,
    fault,
    facts: { ...facts, ...over },
  });
  return [
    lie('lost', 'document row gone', {
      documents: facts.documents.filter((each) => each !== document),
    }),
    lie('lost', 'answer gone', { answers: without(facts.answers, answer.elementId!) }),
    lie('lost', 'pin state turned', { pins: turned(facts.pins, pair) }),
    lie('lost', 'key of a pin gone', { kept: without(facts.kept, pin.key) }),
    lie('torn', 'key of a document gone', { kept: without(facts.kept, upload.key) }),
    lie('torn', 'entry of a document gone', dropped(facts, ofUpload)),
    lie('torn', 'entry of an answer gone', dropped(facts, ofAnswer)),
    lie('torn', 'entry of a pin gone', dropped(facts, ofPin)),
    lie('torn', 'entry of a scan gone', dropped(facts, ofScan)),
    lie('torn', 'event of a document gone', {
      happened: facts.happened.map((each) =>
        ofUpload(each) ? { ...each, hasEvent: false } : each,
      ),
    }),
    lie('doubled', 'document recorded twice', repeated(facts, ofUpload)),
    lie('doubled', 'answer recorded twice', repeated(facts, ofAnswer)),
    lie('doubled', 'pin recorded twice', repeated(facts, ofPin)),
    lie('doubled', 'scan recorded twice', repeated(facts, ofScan)),
    lie('undispatched', 'event left in the outbox', { undispatched: facts.undispatched + 1 }),
    lie('violations', 'broken invariant', { violations: [...facts.violations, 'broken'] }),
  ];
}

const pairOf = ({ loanId, accountId }: Entry): string => `${loanId} ${accountId}`;

/** The last acknowledged write of one of these calls. */
function last(entries: readonly Entry[], ...calls: WriteCall[]): Entry {
  const entry = entries.findLast((each) => each.acknowledged && calls.includes(each.call));
  if (!entry)
    throw new Error(`no ${calls.join(' or ')} was ever acknowledged: nothing was drilled`);
  return entry;
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([each]) => each !== key));
}

const turned = (set: ReadonlySet<string>, item: string): ReadonlySet<string> =>
  new Set(set.has(item) ? [...set].filter((each) => each !== item) : [...set, item]);

/** Removes the last matching entry. */
function dropped(facts: Facts, fits: (each: Happened) => boolean): Partial<Facts> {
  const removed = facts.happened.findLast(fits);
  return { happened: facts.happened.filter((each) => each !== removed) };
}

function repeated(facts: Facts, fits: (each: Happened) => boolean): Partial<Facts> {
  const again = facts.happened.findLast(fits);
  return { happened: again ? [...facts.happened, { ...again, id: 'again' }] : facts.happened };
}
