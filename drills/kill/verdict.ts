/** Compares the clients' ledger with the facts. Pure, so that verdict.test.ts can break each rule. */
import type { DocumentFact, Facts, Happened } from './facts.ts';
import type { Entry, WriteCall } from './ledger.ts';

export const FAULTS = [
  'lost',
  'doubled',
  'torn',
  'unreadable',
  'refused',
  'undispatched',
  'unfinished',
  'violations',
] as const;
export type Fault = (typeof FAULTS)[number];
export interface Finding {
  readonly fault: Fault;
  readonly text: string;
}

/** Checks ledger against database; workflows and stored bytes are checked in settle.ts. */
export function judge(entries: readonly Entry[], facts: Facts): Finding[] {
  const findings = new Findings();
  const explained = new Set<string>();
  const index = new Index(facts);
  const isPin = ({ call }: Entry) => call === 'pinLoan' || call === 'unpinLoan';
  judgePins(entries.filter(isPin), facts, index, findings, explained);
  for (const entry of entries.filter((each) => !isPin(each))) {
    judgeEffect(entry, effectOf(entry, facts, index), findings, explained);
  }
  for (const document of facts.documents) {
    judgeScan(document, index, findings, explained);
    judgeProcessing(document, index, findings, explained);
  }
  for (const entry of entries) if (entry.refused) findings.add('refused', entry.refused);
  for (const { id, kind } of facts.happened) {
    if (!explained.has(id))
      findings.add('doubled', `${kind} ${id} exists without a request for it`);
  }
  for (const text of facts.violations) findings.add('violations', text);
  if (facts.undispatched > 0) findings.add('undispatched', `${facts.undispatched} events`);
  return findings.list;
}

/**
 * Writes that were acknowledged by a retry, which found the work done because the reply of an earlier attempt was lost.
 */
export const replays = (entries: readonly Entry[], { kept }: Facts): number =>
  entries.filter(({ key, acknowledged }) => {
    const row = kept.get(key);
    return acknowledged && row && row.createdAt < acknowledged.sentAt;
  }).length;

/** Writes that were committed although the client got no reply and did not retry. */
export const doneUntold = (entries: readonly Entry[], { kept }: Facts): number =>
  entries.filter(({ key, acknowledged }) => !acknowledged && kept.has(key)).length;

class Findings {
  readonly list: Finding[] = [];
  add(fault: Fault, text: string): void {
    this.list.push({ fault, text });
  }
}

class Index {
  readonly documents: ReadonlyMap<string, DocumentFact>;
  private readonly happened: Map<string, Happened[]>;

  constructor(facts: Facts) {
    this.documents = new Map(facts.documents.map((each) => [each.objectKey, each]));
    this.happened = Map.groupBy(facts.happened, subjectOf);
  }

  of(subject: string): readonly Happened[] {
    return this.happened.get(subject) ?? [];
  }
}

/** The subject of an audit entry: there must be only one entry for each subject, except for pins. */
function subjectOf(entry: Happened): string {
  switch (entry.kind) {
    case 'loan.pinned':
    case 'loan.unpinned':
      return `pin ${entry.loanId} ${entry.actorId}`;
    case 'element.answered':
      return `answered ${entry.elementId} ${entry.documentId}`;
    default:
      return `${entry.kind} ${entry.documentId}`;
  }
}

/** The four results of one transaction: the row, the audit entry, the event, the key. */
interface Effect {
  row: boolean;
  happened: readonly Happened[];
  kept: { replyId: string } | undefined;
}

function effectOf(entry: Entry, facts: Facts, index: Index): Effect {
  const keptReply = facts.kept.get(entry.key);
  if (entry.call === 'answerElement') {
    return {
      row: facts.answers.get(entry.elementId!) === entry.documentId,
      happened: index.of(`answered ${entry.elementId} ${entry.documentId}`),
      kept: keptReply,
    };
  }
  const document = index.documents.get(entry.objectKey!);
  const id = document?.id ?? keptReply?.replyId ?? entry.acknowledged?.id;
  return {
    row: document !== undefined,
    happened: index.of(`document.uploaded ${id}`),
    kept: keptReply,
  };
}

function judgeEffect(
  entry: Entry,
  effect: Effect,
  findings: Findings,
  explained: Set<string>,
): void {
  const { row, happened, kept } = effect;
  for (const { id } of happened) explained.add(id);
  if (happened.length > 1)
    findings.add('doubled', `${describeEntry(entry)}: ${happened.length} entries`);
  const parts = {
    row,
    'audit entry': happened.length > 0,
    event: happened.some(({ hasEvent }) => hasEvent),
    key: kept !== undefined,
  };
  const missing = Object.entries(parts).flatMap(([name, isPresent]) => (isPresent ? [] : [name]));
  if (entry.acknowledged && !row)
    findings.add('lost', `${describeEntry(entry)}: no ${missing.join(', no ')}`);
  else if (missing.length > 0 && missing.length < 4) {
    findings.add('torn', `${describeEntry(entry)}: no ${missing.join(', no ')}`);
  }
  if (kept && entry.acknowledged && kept.replyId !== entry.acknowledged.id) {
    findings.add('torn', `${describeEntry(entry)}: acknowledged with another reply than was kept`);
  }
}

/**
 * A pin has no row of its own, only a state that the next call changes. So the calls of one person on one loan, which
 * were made in sequence, are compared with the audit entries about that pair.
 */
function judgePins(
  pins: readonly Entry[],
  facts: Facts,
  index: Index,
  findings: Findings,
  explained: Set<string>,
): void {
  for (const [pair, calls] of Map.groupBy(pins, (pin) => `${pin.loanId} ${pin.accountId}`)) {
    const doneCalls = calls.filter(({ key }) => facts.kept.has(key));
    for (const call of calls) {
      if (call.acknowledged && !facts.kept.has(call.key)) findings.add('lost', describeEntry(call));
    }
    const auditEntries = index.of(`pin ${pair}`);
    for (const { id } of auditEntries) explained.add(id);
    judgeSequence(pair, doneCalls, auditEntries, findings);
    const last = doneCalls.at(-1);
    if (facts.pins.has(pair) !== (last?.call === 'pinLoan')) {
      findings.add(last?.acknowledged ? 'lost' : 'torn', `${pair}: not as ${last?.call} left it`);
    }
  }
}

const KIND: Partial<Record<WriteCall, string>> = {
  pinLoan: 'loan.pinned',
  unpinLoan: 'loan.unpinned',
};

function judgeSequence(
  pair: string,
  doneCalls: readonly Entry[],
  auditEntries: readonly Happened[],
  findings: Findings,
): void {
  const expected = doneCalls.map(({ call }) => KIND[call]!);
  const actual = auditEntries.map(({ kind }) => kind);
  for (const kind of Object.values(KIND)) {
    const more = actual.filter((each) => each === kind).length;
    const surplus = more - expected.filter((each) => each === kind).length;
    const fault = surplus > 0 ? 'doubled' : 'torn';
    for (let index = 0; index < Math.abs(surplus); index += 1) {
      findings.add(
        fault,
        `${pair}: ${kind} ${surplus > 0 ? 'once too often' : 'without its entry'}`,
      );
    }
  }
  if (expected.length === actual.length && expected.join() !== actual.join()) {
    findings.add('torn', `${pair}: entries in another order than the calls`);
  }
  for (const { id, hasEvent } of auditEntries) {
    if (!hasEvent) findings.add('torn', `${pair}: entry ${id} without its event`);
  }
}

/** One entry for each state: if the scanner was away too long, ERROR first and CLEAN later. */
function judgeScan(
  { id, state }: DocumentFact,
  index: Index,
  findings: Findings,
  explained: Set<string>,
): void {
  const scans = index.of(`document.scanned ${id}`);
  for (const scan of scans) explained.add(scan.id);
  for (const [scanned, times] of Map.groupBy(scans, (scan) => scan.state)) {
    if (times.length > 1)
      findings.add('doubled', `document ${id}: ${scanned} ${times.length} times`);
  }
  if (state !== 'PENDING' && !scans.some((scan) => scan.state === state && scan.hasEvent)) {
    findings.add('torn', `document ${id}: ${state} without its entry and event`);
  }
}

/** A clean document has one entry for each of its states; processing may still be in progress. */
function judgeProcessing(
  { id }: DocumentFact,
  index: Index,
  findings: Findings,
  explained: Set<string>,
): void {
  const processed = index.of(`document.processed ${id}`);
  for (const each of processed) explained.add(each.id);
  for (const [state, times] of Map.groupBy(processed, (each) => each.state)) {
    if (times.length > 1)
      findings.add('doubled', `document ${id}: read ${state} ${times.length} times`);
  }
}

const describeEntry = ({ call, key, acknowledged }: Entry): string =>
  `${call} ${key} (${acknowledged ? 'acknowledged' : 'unacknowledged'})`;
