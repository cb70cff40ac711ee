/**
 * Assigns modules to chunks. By default the bundler makes a chunk of every module that two pages share: the first load
 * then contained the names of 350 files (6 kB), and the borrower's home page consisted of 82 files.
 */
import { posix } from 'node:path';

interface Modules {
  getModuleInfo: (id: string) => { code: string | null; importedIds: string[] } | null;
}

const SRC = new URL('src/', import.meta.url).pathname;
const ICON = /@tabler\/icons-react\/dist\/esm\/icons\/(\w+)\.mjs$/;
const IMPORT = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
/** Index files that only re-export the modules of a package. A page needs only the modules whose names it imports. */
const PACKAGE_INDEX =
  /node_modules\/(@mantine\/\w+|@tabler\/icons-react|@tanstack\/[\w-]+)\/.*\/(index|tabler-icons-react)\.m?js$/;
const isOurs = (id: string): boolean => /\/apps\/web\/src\/|\/packages\/contract\/src\//.test(id);

/** The names that a module imports from each source. `a as b` contributes both names. */
function importsOf(code: string): { names: string[]; from: string }[] {
  return [...code.matchAll(IMPORT)].map(([, names = '', from = '']) => ({
    names: names.split(/,|\bas\b/).map((name) => name.trim()),
    from,
  }));
}

const exported = new Map<string, Map<string, string>>();
/** Maps each name that the index of a package exports to the file that defines it. */
function exportsOf(index: string, modules: Modules): Map<string, string> {
  const cached = exported.get(index);
  if (cached) return cached;
  const files = new Map<string, string>();
  const { code, importedIds } = modules.getModuleInfo(index) ?? { code: '', importedIds: [] };
  for (const { names, from } of importsOf(code ?? '')) {
    const file = from.startsWith('.')
      ? posix.join(posix.dirname(index), from)
      : importedIds.find((id) => id.includes(`/node_modules/${from}/`));
    for (const name of names) if (file) files.set(name, file);
  }
  exported.set(index, files);
  return files;
}

/** All modules that a module imports, directly or indirectly, and needs before it can run. */
function reach(id: string, modules: Modules, reachable = new Set<string>()): Set<string> {
  if (reachable.has(id)) return reachable;
  reachable.add(id);
  const { code, importedIds } = modules.getModuleInfo(id) ?? { code: '', importedIds: [] };
  for (const imported of importedIds) {
    const [, library] = PACKAGE_INDEX.exec(imported) ?? [];
    if (library === undefined) {
      reach(imported, modules, reachable);
      continue;
    }
    const files = exportsOf(imported, modules);
    for (const { names, from } of importsOf(code ?? '')) {
      if (from !== library) continue;
      for (const name of names) if (files.has(name)) reach(files.get(name)!, modules, reachable);
    }
  }
  return reachable;
}

const reached = new Map<string, Set<string>>();
function isNeededBy(page: string, id: string, modules: Modules): boolean {
  const reachable = reached.get(page) ?? reach(SRC + page, modules);
  reached.set(page, reachable);
  return reachable.has(id);
}

const DIALOG_PARTS = [
  /@mantine\/core\/.*\/(Modal|ModalBase|Overlay|Portal|FocusTrap)\//,
  /remove-scroll|use-focus-trap|use-focus-return/,
  /\/ui\/(FormDialog|ConfirmDialog|DialogActions)\.tsx$/,
];
/** Every page loads these modules after its first render. */
const LATE = [
  'features/maintenance/MaintenanceGate.tsx',
  'features/maintenance/MaintenanceBanner.tsx',
  'app/NoAccessGate.tsx',
  'app/shell/AddUser.tsx',
  'app/shell/PendingInvites.tsx',
  'app/shell/TermsNotice.tsx',
  'ui/Toaster.tsx',
];

/**
 * The chunk of a module that a first page of lenders, borrowers or secure-upload visitors needs; null for other
 * modules.
 */
export function commonChunkName(id: string, modules: Modules): string | null {
  const isIn = (page: string): boolean => isNeededBy(page, id, modules);
  const inShell = isIn('app/shell/Shell.tsx');
  const inPipeline = isIn('features/loans/PipelinePage.tsx');
  const inHome = isIn('features/home/ApplicantHome.tsx');
  const isLate = LATE.some(isIn);
  if (isIn('features/auth/LoginPage.tsx')) return inShell || inPipeline ? 'everywhere' : 'login';
  // Visitors who open a lender's upload link load the shell chunk for the modules that they share with it, but no chunk
  // of the other pages.
  const inSecureUpload = isIn('features/anonymous-sessions/SecureUploadPage.tsx');
  if (inSecureUpload) return inShell || inPipeline || inHome || isLate ? 'shell' : 'secure';
  if (inShell || (inHome && (inPipeline || isLate))) return 'shell';
  if (isLate) return 'late';
  if (inPipeline) return 'pipeline';
  if (inHome) return 'home';
  return isIn('features/loan-overview/RequestPage.tsx') ? 'request' : null;
}

const FIRST_PAGES = [
  'index',
  'everywhere',
  'login',
  'shell',
  'home',
  'request',
  'secure',
  'pipeline',
];
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad';
/** Chunks that begin with the compile hint, because most of their functions run before the page is first rendered. */
export const isOfFirstPage = (chunk: string): boolean => FIRST_PAGES.includes(chunk);

/** The chunk of a module that several later pages share; null leaves the choice to the bundler. */
export function sharedChunkName(id: string): string | null {
  if (DIALOG_PARTS.some((pattern) => pattern.test(id))) return 'dialogs';
  if (ICON.test(id)) return 'icons';
  return isOurs(id) && /\/src\/(lib|ui)\//.test(id) ? 'ui' : null;
}
