import type { Document, Element, Person } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  filterFolders,
  filterPackage,
  isFiltered,
  optionsOf,
  type PackageSearch,
  requestsToReview,
} from './packageFilter.ts';
import { linesOf } from './lines.ts';
import {
  buildPackage,
  countDocuments,
  openRows,
  openToDepth,
  pathTo,
  withoutEmptyFolders,
} from './packageTree.ts';
import { emptyTabText } from './sbaPackage.ts';
import { isClean, statusOf } from './status.ts';
import { factsOf, isShown, trashFilters } from './trashFilter.ts';
import { isDecidable } from './useElementActions.ts';

const document: Document = {
  id: 'd1',
  loanId: 'l1',
  name: 'return.pdf',
  provider: 'S3',
  size: 4_000_000,
  virusScanState: 'CLEAN',
  scanReason: null,
  contentState: null,
  pages: null,
  createdByUser: null,
  createdDate: '2026-11-16T09:00:00Z',
  lastModifiedDate: '2026-11-16T09:00:00Z',
};

function element(id: string, parentId: string | null, over: Partial<Element> = {}): Element {
  return {
    id,
    elementId: id,
    loanId: 'l1',
    parentId,
    parentInfoId: parentId,
    childrenIds: [],
    title: id,
    description: null,
    includeDescription: false,
    storageType: 'FILE',
    questionType: null,
    choices: [],
    priorityType: 'MEDIUM',
    flags: [],
    color: '#FAC014',
    displayOrder: 1000,
    locations: ['PACKAGE'],
    originalLocation: null,
    visibleAtStatus: null,
    heldUntil: null,
    sbaTab: null,
    assignedToInvitationId: null,
    promisedDate: null,
    borrowerTitle: null,
    hidden: false,
    hasExpiration: false,
    expirationDate: null,
    dueDate: null,
    assignedToUserId: null,
    sherpaEntityId: null,
    sherpaEntityType: null,
    status: 'NEEDED',
    answer: null,
    deletedAnswers: [],
    approved: false,
    approvedByUserId: null,
    rejectedByUserId: null,
    rejectionCode: null,
    rejectionReason: null,
    size: null,
    deleted: false,
    whenDeleted: null,
    deletedByUser: null,
    form: null,
    rule: null,
    sharedInfo: [],
    version: 1,
    lastModifiedDate: '2026-11-02T09:00:00Z',
    abilities: {
      answer: true,
      edit: true,
      assign: true,
      decide: true,
      takeBack: false,
      trash: true,
      remove: false,
    },
    ...over,
  };
}

const folder = (id: string, parentId: string | null, over: Partial<Element> = {}) =>
  element(id, parentId, { storageType: 'FOLDER', ...over });

const answerOf = (state: Document['virusScanState'], inProgress = false) => ({
  document: { ...document, virusScanState: state },
  value: null,
  doesNotApply: null,
  driversLicenseOf: null,
  note: null,
  answeredByUserId: null,
  answeredDate: document.createdDate,
  inProgress,
});

describe('the package', () => {
  const built = buildPackage([
    element('w2', 'tax', { answer: answerOf('CLEAN') }),
    folder('root', null),
    folder('bakery', 'root', { displayOrder: 2 }),
    folder('closing', 'root', { displayOrder: 3 }),
    folder('tax', 'bakery'),
    element('k1', 'tax'),
    element('orphan', 'a folder not seen'),
  ]);

  it('counts answered documents at any depth', () => {
    expect(built?.root).toMatchObject({ answered: 1, total: 3 });
    expect(built?.byId.get('tax')).toMatchObject({ answered: 1, total: 2, depth: 3 });
  });

  it('leaves out folders without a request for a borrower', () => {
    const all = [
      folder('root', null),
      folder('bakery', 'root'),
      folder('tax', 'bakery'),
      folder('closing', 'root'),
      element('k1', 'tax'),
    ];
    expect(withoutEmptyFolders(all).map(({ id }) => id)).toEqual(['root', 'bakery', 'tax', 'k1']);
  });

  it('counts what the caller sees, folders left out', () => {
    const elements = [
      folder('root', null),
      element('a', 'root', { answer: answerOf('CLEAN'), approvedByUserId: 'u' }),
      element('b', 'root'),
    ];
    expect(countDocuments(elements)).toEqual({ answered: 1, approved: 1, total: 2 });
  });

  it('keeps what hangs under a folder that is not seen', () => {
    expect(built?.root.files.map(({ id }) => id)).toEqual(['orphan']);
  });

  it('lists the rows that are open, and the way to a folder', () => {
    const ids = (open: string[], hideFiles = true) =>
      built && openRows(built.root, new Set(open), hideFiles).map((row) => row.element.id);
    expect(ids(['root'])).toEqual(['root', 'bakery', 'closing']);
    expect(ids(['root', 'bakery'])).toEqual(['root', 'bakery', 'tax', 'closing']);
    expect(ids(['root'], false)).toEqual(['root', 'bakery', 'closing', 'orphan']);
    const tax = built?.byId.get('tax');
    expect(tax && pathTo(tax).map((row) => row.element.id)).toEqual(['root', 'bakery', 'tax']);
  });

  it('opens as many levels as asked for; files may be among the lines [R048] [R049]', () => {
    const shownIds = (depth: number, hideFiles: boolean) =>
      built &&
      openRows(built.root, openToDepth(built.root, depth), hideFiles).map((row) => row.element.id);
    expect(shownIds(1, true)).toEqual(['root']);
    expect(shownIds(2, true)).toEqual(['root', 'bakery', 'closing']);
    expect(shownIds(3, true)).toEqual(['root', 'bakery', 'tax', 'closing']);
    expect(shownIds(4, false)).toEqual(['root', 'bakery', 'tax', 'k1', 'w2', 'closing', 'orphan']);
  });

  it('needs a root', () => {
    expect(buildPackage([])).toBeNull();
  });
});

describe('the filters of the package [R320]', () => {
  const { root, byId } = buildPackage([
    folder('root', null),
    folder('bakery', 'root', { sherpaEntityId: 'e1', title: 'Larkspur Bakery' }),
    folder('tax', 'bakery'),
    element('return', 'tax', {
      answer: answerOf('CLEAN'),
      assignedToUserId: 'elena',
      lastModifiedDate: '2026-11-01T09:00:00Z',
    }),
    element('lease', 'bakery', { assignedToUserId: 'elena' }),
    element('site', 'root', { questionType: 'ADDRESS' }),
  ])!;
  const elena = {
    id: 'elena',
    givenName: 'Elena',
    familyName: 'Marsh',
    emailAddress: 'elena@larkspur.example',
  } as Person;
  const now = new Date('2026-11-16T12:00:00Z');
  const DANA = { userId: 'dana', asLender: true };
  const left = (search: PackageSearch, from = root) =>
    filterPackage(from, search, { viewer: DANA, now }).map(({ file }) => file.id);

  it('leaves what is like one choice of each, wherever below the folder it is', () => {
    expect(left({ type: ['pdf'] })).toEqual(['return']);
    expect(left({ type: ['none', 'question'] })).toEqual(['lease', 'site']);
    expect(left({ status: ['To review'] })).toEqual(['return']);
    expect(left({ assignee: ['nobody'] })).toEqual(['site']);
    expect(left({ assignee: ['elena'], status: ['Requested'] })).toEqual(['lease']);
    expect(left({ type: ['none'] }, byId.get('tax'))).toEqual([]);
  });

  it('finds an entity by the folder that is about it', () => {
    expect(left({ entity: ['e1'] })).toEqual(['return', 'lease']);
    expect(left({ entity: ['e2'] })).toEqual([]);
  });

  it('goes by the file’s own day where there is a file', () => {
    expect(left({ modified: '0' })).toEqual(['return']);
    expect(left({ modified: '30' })).toEqual(['return', 'lease', 'site']);
  });

  it('keeps only requests that wait for the viewer', () => {
    expect(left({ waiting: 'me' })).toEqual(['return']);
    expect(requestsToReview(root, DANA)).toBe(1);
    expect(isFiltered({ waiting: 'me' })).toBe(true);
  });

  const folders = (words: string, from = root) =>
    filterFolders(from, { words }).map((each) => each.element.id);

  it('finds words in titles, in file names and in the folders above, whatever their case and accents', () => {
    expect(left({ words: 'LEASE' })).toEqual(['lease']);
    expect(left({ words: 'return.pdf' })).toEqual(['return']);
    expect(left({ words: 'larkspur return' })).toEqual(['return']);
    expect(left({ words: 'réturn' })).toEqual(['return']);
    expect(left({ words: 'site' })).toEqual(['site']);
    expect(left({ words: 'lease site' })).toEqual([]);
    expect(left({ words: 'larkspur', status: ['Requested'] })).toEqual([]);
    expect(left({ words: 'ret', assignee: ['elena'] })).toEqual(['return']);
    expect(left({ words: ' ' })).toHaveLength(3);
    expect(isFiltered({ words: ' ' })).toBe(false);
    expect(isFiltered({ words: 'x' })).toBe(true);
  });

  it('finds folders by words, and no folder where another filter is set', () => {
    expect(folders('bakery')).toEqual(['bakery']);
    expect(folders('bakery tax')).toEqual(['tax']);
    expect(folders('bakery', byId.get('bakery'))).toEqual([]);
    expect(filterFolders(root, { words: 'tax', status: ['Requested'] })).toEqual([]);
    expect(filterFolders(root, {})).toEqual([]);
  });

  it('says for each row found between which folders it is', () => {
    const matches = filterPackage(root, { words: 'return' }, { viewer: DANA, now });
    expect(linesOf(root, matches)).toMatchObject([{ place: 'Larkspur Bakery / tax' }]);
    expect(linesOf(byId.get('bakery')!, matches)).toMatchObject([{ place: 'tax' }]);
    expect(linesOf(byId.get('tax')!, matches)[0]).not.toHaveProperty('place');
    const tax = byId.get('tax')!;
    expect(linesOf(root, [], [tax])).toEqual([{ folder: tax, place: 'Larkspur Bakery' }]);
  });

  it('takes an unknown number of days for no filter', () => {
    expect(isFiltered({ modified: '5' })).toBe(false);
    expect(isFiltered({ type: [] })).toBe(false);
    expect(isFiltered({ status: ['Requested'] })).toBe(true);
  });

  it('offers only what is there', () => {
    const { type, status, assignee, entity } = optionsOf(root, [elena], false);
    expect(type.map(({ label: text }) => text)).toEqual(['PDF', 'Question', 'No file yet']);
    expect(status.map(({ label: text }) => text)).toEqual(['Requested', 'To review']);
    expect(assignee.map(({ label: text }) => text)).toEqual(['Elena Marsh', 'Unassigned']);
    expect(entity).toEqual([{ value: 'e1', label: 'Larkspur Bakery' }]);
  });
});

const label = (over: Partial<Element>, asBorrower = false) =>
  statusOf(element('x', 'root', over), asBorrower).label;

describe('the status of a document', () => {
  it('is the file’s own state first', () => {
    expect(label({ answer: answerOf('INFECTED'), approvedByUserId: 'u' })).toBe('Blocked');
    expect(label({ answer: answerOf('PENDING'), rejectedByUserId: 'u' })).toBe('Checking file');
    expect(label({ answer: answerOf('ERROR') })).toBe('Checking file');
  });

  it('calls only a virus blocked: a locked or unknown file has a state of its own', () => {
    const because = (scanReason: Document['scanReason']) => {
      const answer = answerOf('INFECTED');
      return label({ answer: { ...answer, document: { ...answer.document, scanReason } } });
    };
    expect(because('VIRUS')).toBe('Blocked');
    expect(because('ENCRYPTED')).toBe('Password-protected');
    expect(because('TYPE_MISMATCH')).toBe('Not accepted');
    expect(because('DAMAGED')).toBe('Not accepted');
  });

  it('is clean without an answer, and with one when its file was found clean [R084]', () => {
    const clean = (over: Partial<Element>) => isClean(element('x', 'root', over));
    expect(clean({})).toBe(true);
    expect(clean({ answer: answerOf('CLEAN') })).toBe(true);
    expect(clean({ answer: { ...answerOf('CLEAN'), document: null, value: 'Yes' } })).toBe(true);
    for (const state of ['PENDING', 'INFECTED', 'ERROR'] as const) {
      expect(clean({ answer: answerOf(state) })).toBe(false);
      expect(isDecidable(element('x', 'root', { answer: answerOf(state) }))).toBe(false);
    }
    // The element is clean, but it has no answer to decide about yet.
    expect(isDecidable(element('x', 'root'))).toBe(false);
    expect(isDecidable(element('x', 'root', { answer: answerOf('CLEAN') }))).toBe(true);
  });

  it('is usable with a clean file and with one whose scan state is absent, with no other [R128]', () => {
    const usable = ([null, 'CLEAN', 'PENDING', 'INFECTED', 'ERROR'] as const).filter((state) => {
      const answeredWith = element('x', 'root', { answer: answerOf(state) });
      return isClean(answeredWith) && isDecidable(answeredWith);
    });
    expect(usable).toEqual([null, 'CLEAN']);
  });

  it('is then what the lender made of it, in each side’s words [R322]', () => {
    expect(label({ answer: answerOf('CLEAN'), rejectedByUserId: 'u' })).toBe('Rejected');
    expect(label({ answer: answerOf('CLEAN'), rejectedByUserId: 'u' }, true)).toBe(
      'Needs Attention',
    );
    expect(label({ answer: answerOf('CLEAN'), approvedByUserId: 'u' })).toBe('Approved');
    expect(label({ answer: answerOf('CLEAN') })).toBe('To review');
    expect(label({ answer: answerOf(null) }, true)).toBe('Submitted');
    expect(label({ answer: answerOf('CLEAN', true) })).toBe('In progress');
    expect(label({})).toBe('Requested');
    expect(label({ answer: answerOf('CLEAN'), status: 'EXPIRED' })).toBe('Document Expired');
    expect(label({ flags: ['NEEDS_NOTARY'] })).toBe('Notary');
    expect(label({ flags: ['NEEDS_WET_SIG'] })).toBe('Wet Signature');
    expect(label({ flags: ['NEEDS_SIGNATURE'] })).toBe('Fill & Sign');
  });
});

describe('the trash', () => {
  const above = element('f', null, {
    storageType: 'FOLDER',
    sherpaEntityId: 'e1',
    title: 'Elena',
  });
  const byId = new Map([[above.id, above]]);
  const now = new Date('2026-11-18T12:00:00Z');
  const trashed = [
    factsOf(element('return', 'f'), byId, {
      id: 'return',
      fileName: 'return.pdf',
      when: '2026-11-17T09:00:00Z',
    }),
    factsOf(above, byId, { id: 'f', fileName: undefined, when: '2026-09-01T09:00:00Z' }),
    factsOf(element('lease', null), byId, { id: 'lease', fileName: undefined, when: null }),
  ];
  const shownIds = (search: PackageSearch) =>
    trashed.filter((facts) => isShown(facts, search, now)).map(({ id }) => id);

  it('is cut down by type, by when it was thrown away, and by the entity of the folder above', () => {
    expect(shownIds({})).toEqual(['return', 'f', 'lease']);
    expect(shownIds({ type: ['pdf', 'none'] })).toEqual(['return', 'lease']);
    expect(shownIds({ modified: '7' })).toEqual(['return']);
    expect(shownIds({ entity: ['e1'] })).toEqual(['return', 'f']);
    expect(shownIds({ entity: ['e1'], type: ['folder'] })).toEqual(['f']);
  });

  it('offers what is in it', () => {
    const [type, modified, entity] = trashFilters(trashed, [above]);
    expect(type?.options.map(({ value }) => value)).toEqual(['folder', 'pdf', 'none']);
    expect(modified?.name).toBe('modified');
    expect(entity?.options).toEqual([{ value: 'e1', label: 'Elena' }]);
  });
});

it('tells only those who may request how a request gets into an empty tab of SBA', () => {
  expect(emptyTabText(true)).toContain('Drag a request onto this tab');
  expect(emptyTabText(false)).toBe('SBA expects documents under each of the ten tabs.');
});
