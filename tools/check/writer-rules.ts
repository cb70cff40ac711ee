/**
 * Which exported functions of a module's stores may update or delete a lender's rows without proof that the actor may
 * do so. Each function takes a row typed `Authorized<…>` (platform/authorize.ts), authorizes its rows itself, or is
 * listed here with the reason why no policy applies. Inserts are not checked: they are authorized by their parent
 * row, which may have any type.
 */
import { findWrites } from './table-rules.ts';

export interface WriterRules {
  /** `module/file.ts: function`, by reason. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'the rows are those of the session’s own account, which the statement names': [
    'auth/devices/store.ts: deleteDevice',
    'auth/store.ts: deleteSessions',
    'auth/store.ts: deleteOldestSessions',
    'auth/store.ts: prolongSession',
    'auth/store.ts: deleteSession',
    'auth/store.ts: saveLoggedRole',
    'exports/download-store.ts: queueJobFile',
    'exports/download-store.ts: removeJobs',
    'exports/store.ts: cancelFiles',
    'loans/view-store.ts: updateView',
    'loans/view-store.ts: deleteView',
    'messages/drafts-store.ts: putDraft',
    'messages/drafts-store.ts: saveDraft',
    'messages/drafts-store.ts: deleteDraft',
    'messages/drafts-store.ts: deleteDraftAt',
    'messages/write-messages-store.ts: saveRead',
    'messages/write-messages-store.ts: saveMark',
    'messages/write-messages-store.ts: saveMuted',
    'notes/store.ts: saveMark',
    'notifications/store.ts: markLineRead',
    'notifications/store.ts: markAllRead',
    'notifications/store.ts: saveMute',
    'search/store.ts: saveOpened',
  ],
  'the system writes it, and no user acts': [
    'digests/store.ts: insertDigest',
    'documents/content-store.ts: saveRecognized',
    'documents/content-store.ts: saveContentState',
    'documents/content-store.ts: discardDerived',
    'documents/store.ts: saveScanResult',
    'documents/store.ts: saveDamaged',
    'elements/expire-answers-store.ts: expireAnswers',
    'exports/build-store.ts: saveProgress',
    'exports/build-store.ts: saveCanceled',
    'exports/build-store.ts: saveMade',
    'exports/build-store.ts: saveExpired',
    'exports/manifest-store.ts: keepManifest',
    'notifications/create-store.ts: dropNotifications',
    'notifications/create-store.ts: dropUnheardUploads',
    'notifications/create-store.ts: dropUnheardRequests',
    'notifications/deliver-store.ts: keepReplyAddress',
    'sharepoint/store.ts: saveCheck',
    'sharepoint/store.ts: moveExport',
  ],
  'the audience of the call decides: administrators of the platform only': [
    'custom-fields/field-sets-store.ts: holdSet',
    'custom-fields/field-sets-store.ts: replaceFields',
    'custom-fields/field-sets-store.ts: deleteSet',
    'labels/store.ts: updateLabel',
    'labels/store.ts: deleteLabels',
  ],
  'a visitor by a secure upload link has no account: the session of the link is the proof': [
    'anonymous-sessions/store.ts: insertVerified',
    'anonymous-sessions/store.ts: claimPreparedSession',
    'anonymous-sessions/store.ts: saveExtended',
    'anonymous-sessions/store.ts: saveExtensionRequested',
    'anonymous-sessions/store.ts: saveSubmitted',
    'anonymous-sessions/store.ts: addDocument',
    'anonymous-sessions/store.ts: dropDocument',
    'anonymous-sessions/store.ts: countVisit',
    'documents/store.ts: renameDocument',
  ],
  'shared by users and the worker: rules change the needs list without an actor, users by an authorized loan':
    [
      'credit/store.ts: moveRun',
      'custom-fields/sync-store.ts: changeFields',
      'elements/entity-folders-store.ts: addEntityFolders',
      'entities/loan-entities-store.ts: saveFolders',
      'needs-list/fact-questions-store.ts: saveQuestions',
      'needs-list/fact-questions-store.ts: forgetRequested',
      'needs-list/store.ts: saveRequested',
      'needs-list/store.ts: changeItems',
      'needs-list/store.ts: trashItems',
      'needs-list/store.ts: setTemplate',
      'needs-list/store.ts: setEntityTemplate',
      'needs-list/store.ts: saveAddedTemplate',
      'needs-list/store.ts: deleteAddedTemplate',
    ],
  'accepting an invitation joins the person to their own individual, before a policy knows them': [
    'elements/entity-folders-store.ts: moveEntityElements',
    'entities/loan-entities-store.ts: saveLabels',
    'entities/loan-entities-store.ts: replaceEntityOnLoan',
    'entities/loan-entities-store.ts: unlinkEntity',
    'entities/store.ts: assignEntityToAccount',
    'needs-list/store.ts: moveEntityRequests',
  ],
  'the secret or the address of the invitation is the proof; its sender is authorized by the module of the loan, employee or company':
    [
      'invitations/store.ts: changeInvitation',
      'invitations/store.ts: renewInvitation',
      'invitations/store.ts: markAccepted',
      'invitations/store.ts: markDeclined',
      'invitations/store.ts: markRemoved',
      'invitations/store.ts: listPerson',
    ],
  'a file has no policy of its own: the caller is authorized for what holds it (request, item, message or license)':
    [
      'documents/document-password-store.ts: saveUnlocking',
      'documents/store.ts: moveDocumentToLoan',
      'documents/office-lock-store.ts: saveOfficeLock',
      'documents/store.ts: replaceBytes',
      'documents/store.ts: removeDocuments',
    ],
  'an export is shared by all who may see its files: the plan that it is made from is authorized': [
    'exports/store.ts: saveAsker',
    'exports/store.ts: queueFile',
    'exports/store.ts: markAwaitedByOthers',
  ],
};
const WRITER_RULES: WriterRules = { allowed: ALLOWED };

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const DECLARATION =
  /^(?<exported>export )?(?:async )?(?:function\*? (?<fn>\w+)|const (?<constant>\w+)(?=[\s:=]))/;
/** Statements that change existing rows, including an insert that updates on conflict. */
const CHANGES =
  /\.(?:updateTable|deleteFrom|mergeInto|doUpdateSet)\(|\bdelete\s+from\b|\bupdate\s+(?:only\s+)?(?:cairn\.)?[a-z_]+(?:\s+(?:as\s+)?\w+)?\s+(?:set\b|\$\{)|\bdo update set\b/i;
const ALIAS = /^(?:export )?type (\w+)(?:<[^=]*>)? =[\s|]*(?:readonly )?Authorized</gm;

interface Declaration {
  readonly name: string;
  readonly isExported: boolean;
  readonly code: string;
}

/** The top-level functions and constants of a formatted file: their declarations start in the first column. */
function declarationsOf(code: string): Declaration[] {
  const functions: { name: string; isExported: boolean; lines: string[] }[] = [];
  for (const line of code.split('\n')) {
    const start = DECLARATION.exec(line)?.groups;
    if (start) {
      const name = (start.fn ?? start.constant)!;
      functions.push({ name, isExported: start.exported !== undefined, lines: [line] });
    } else if (/^\w/.test(line)) functions.push({ name: '', isExported: false, lines: [line] });
    else functions.at(-1)?.lines.push(line);
  }
  return functions.map(({ name, isExported, lines }) => ({
    name,
    isExported,
    code: lines.join('\n'),
  }));
}

/**
 * The declarations that change a tenant table, directly or through a function of the same file that is not exported.
 */
function writersIn(declarations: readonly Declaration[], tenant: ReadonlySet<string>): Set<string> {
  const writers = new Set(
    declarations
      .filter(({ code }) => CHANGES.test(code) && findWrites(code, tenant).size > 0)
      .map(({ name }) => name),
  );
  const isPrivate = new Set(
    declarations.filter((each) => !each.isExported).map(({ name }) => name),
  );
  for (let before = -1; before !== writers.size;) {
    before = writers.size;
    for (const { name, code } of declarations) {
      const calls = [...writers].some(
        (writer) =>
          writer !== name && isPrivate.has(writer) && new RegExp(`\\b${writer}\\b`).test(code),
      );
      if (calls) writers.add(name);
    }
  }
  return writers;
}

/** Names of the generated table types whose rows belong to a lender. */
export const tenantTablesIn = (generated: string): string[] => {
  const tables = new Map(
    [...(/interface DB \{([^}]*)\}/.exec(generated)?.[1] ?? '').matchAll(/^\s*(\w+): (\w+)/gm)].map(
      ([, table, type]) => [type!, table!],
    ),
  );
  return [...generated.matchAll(/interface (\w+) \{([^}]*)\}/g)].flatMap(([, type, columns]) =>
    tables.has(type!) && (/^\s*company_id:/m.test(columns!) || type === 'Company')
      ? [tables.get(type!)!]
      : [],
  );
};

const isStore = (path: string): boolean => /\/modules\/.*[/-]?store\.ts$/.test(path);
const keyOf = (path: string, name: string): string => `${path.split('/modules/')[1]}: ${name}`;

export interface CheckedWriters {
  readonly authorized: number;
  readonly allowed: number;
  readonly problems: readonly string[];
}

/** `files`: source text by path from the repository's root. */
export function checkWriters(
  files: ReadonlyMap<string, string>,
  tenantTables: readonly string[],
  { allowed }: WriterRules = WRITER_RULES,
): CheckedWriters {
  const tenant = new Set(tenantTables);
  const allowedKeys = new Set(Object.values(allowed).flat());
  const codes = new Map([...files].map(([path, text]) => [path, text.replaceAll(COMMENT, '')]));
  const exportedAliases = [...codes.values()].flatMap((code) =>
    [...code.matchAll(ALIAS)]
      .filter(([line]) => line.startsWith('export'))
      .map(([, name]) => name!),
  );
  const writers = [...codes]
    .filter(([path]) => isStore(path))
    .flatMap(([path, code]) => {
      const aliases = [...code.matchAll(ALIAS)].map(([, name]) => name!);
      const proof = new RegExp(
        `\\b(?:authorize\\(|Authorized<|(?:${[...aliases, ...exportedAliases, '!'].join('|')})\\b)`,
      );
      const declarations = declarationsOf(code);
      const names = writersIn(declarations, tenant);
      return declarations
        .filter(({ name, isExported }) => isExported && names.has(name))
        .map((each) => ({ key: keyOf(path, each.name), isAuthorized: proof.test(each.code) }));
    });
  const open = writers.filter(({ isAuthorized }) => !isAuthorized).map(({ key }) => key);
  return {
    authorized: writers.length - open.length,
    allowed: open.filter((key) => allowedKeys.has(key)).length,
    problems: [
      ...open
        .filter((key) => !allowedKeys.has(key))
        .map((key) => `${key} changes rows of a lender and takes no Authorized row`),
      ...[...allowedKeys]
        .filter((key) => !open.includes(key))
        .map((key) => `${key}: needs no exception, remove it from writer-rules.ts`),
    ],
  };
}
