/**
 * Which modules share a file. Left alone, every module that two pages share becomes a file of its own, and the first
 * load contains the names of all of them: 350 names were 6 kB.
 */
interface Modules {
  getModuleInfo: (id: string) => { code: string | null; importedIds: string[] } | null;
}

const SRC = new URL('src/', import.meta.url).pathname;
const ICON = /@tabler\/icons-react\/dist\/esm\/icons\/(\w+)\.mjs$/;
const ICON_IMPORT = /import \{([^}]*)\} from ['"]@tabler\/icons-react['"]/g;
const isOurs = (id: string): boolean => /\/apps\/web\/src\/|\/packages\/contract\/src\//.test(id);

/** Our modules, and the names of the icons, that a module needs before it can run. */
function reach(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id) || !isOurs(id)) return found;
  found.add(id);
  const { code, importedIds } = modules.getModuleInfo(id) ?? { code: '', importedIds: [] };
  for (const [, names = ''] of (code ?? '').matchAll(ICON_IMPORT)) {
    for (const name of names.split(',')) found.add(name.trim());
  }
  for (const imported of importedIds) reach(imported, modules, found);
  return found;
}

const reached = new Map<string, Set<string>>();
function isNeededBy(page: string, id: string, modules: Modules): boolean {
  const found = reached.get(page) ?? reach(SRC + page, modules);
  reached.set(page, found);
  return found.has(ICON.exec(id)?.[1] ?? id);
}

const LIBRARY_PARTS: [file: string, modules: RegExp][] = [
  ['shell', /@mantine\/core\/.*\/(Text|Group|Flex|Stack|Center)\//],
  ['login', /@mantine\/core\/.*\/(Input|InputBase|PasswordInput|TextInput|CloseButton)\//],
  ['login', /@mantine\/hooks\/.*\/(use-id|random-id|use-uncontrolled)/],
  ['dialogs', /@mantine\/core\/.*\/(Modal|ModalBase|Overlay|Portal|FocusTrap)\//],
  ['dialogs', /remove-scroll|use-focus-trap|use-focus-return/],
  ['dialogs', /\/ui\/(FormDialog|ConfirmDialog|DialogActions)\.tsx$/],
];

/** The file of a module that several pages share, or null: its own. */
export function sharedChunkName(id: string, modules: Modules): string | null {
  const part = LIBRARY_PARTS.find(([, pattern]) => pattern.test(id));
  if (part) return part[0];
  if (!isOurs(id) && !ICON.test(id)) return null;
  const inLogin = isNeededBy('features/auth/LoginPage.tsx', id, modules);
  const inShell = isNeededBy('app/shell/Shell.tsx', id, modules);
  const inPipeline = isNeededBy('features/loans/PipelinePage.tsx', id, modules);
  if (inLogin) return inShell || inPipeline ? 'everywhere' : 'login';
  if (inShell) return 'shell';
  if (inPipeline) return 'pipeline';
  if (ICON.test(id)) return 'icons';
  return /\/src\/(lib|ui)\//.test(id) ? 'ui' : null;
}
