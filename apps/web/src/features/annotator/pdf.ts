/** The PDF reader: the only file that knows pdf.js. Loaded together with the page that shows a file. */
import * as pdfjs from 'pdfjs-dist';
import 'pdfjs-dist/web/pdf_viewer.css';
// After pdf.js itself, which it finds in the global scope.
import { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { makeFoundLayer, type Match } from './foundLayer.ts';
import type { PageDrawer } from './pageDrawer.ts';
import { MARK_COLORS, type Tool } from './tools.ts';

pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).href;

const MODES: Record<Tool, number> = {
  select: pdfjs.AnnotationEditorType.NONE,
  highlight: pdfjs.AnnotationEditorType.HIGHLIGHT,
  note: pdfjs.AnnotationEditorType.FREETEXT,
  draw: pdfjs.AnnotationEditorType.INK,
};

/** A picture of more points than this, 8,000 by 8,000, is left out: it would fill the memory. */
const LARGEST_PICTURE = 64_000_000;
const FIT = 'auto';
const QUARTER_TURN = 90;

export interface Position {
  page: number;
  pages: number;
  /** Of the natural size. */
  scale: number;
}

interface Watching {
  onPosition: (position: Position) => void;
  /** Whether the marks on the page differ from those that were saved last. */
  onMarks: (changed: boolean) => void;
  onTool: (tool: Tool) => void;
}

export interface Reader {
  use: (tool: Tool) => void;
  zoom: (by: 'in' | 'out' | 'fit') => void;
  /** On the screen only; the file stays as it is. */
  rotate: () => void;
  goTo: (page: number) => void;
  readonly drawer: PageDrawer;
  /** Marks where words were found, and brings the current match into view. */
  showFound: (matches: readonly Match[], current: Match | undefined) => void;
  /** The file with its marks. Later changes stay unsaved; `keep` says that these bytes are saved. */
  bytes: () => Promise<{ content: Uint8Array<ArrayBuffer>; keep: () => void }>;
  close: () => void;
}

/** A hostile file gets no script, no form of its own making, nothing from elsewhere and no link outwards. */
function load(content: ArrayBuffer): pdfjs.PDFDocumentLoadingTask {
  return pdfjs.getDocument({
    // A copy: the worker keeps it.
    data: new Uint8Array(content.slice(0)),
    enableXfa: false,
    maxImageSize: LARGEST_PICTURE,
    // WebAssembly would need a wider content security policy; the same decoders exist without it.
    useWasm: false,
    wasmUrl: `${PDF_FILES}wasm/`,
    cMapUrl: `${PDF_FILES}cmaps/`,
    // The same fonts on every machine.
    useSystemFonts: false,
    standardFontDataUrl: `${PDF_FILES}standard_fonts/`,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
}

function makeViewer(container: HTMLDivElement, mayMark: boolean, ended: AbortSignal) {
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus });
  linkService.externalLinkEnabled = false;
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: mayMark
      ? pdfjs.AnnotationEditorType.NONE
      : pdfjs.AnnotationEditorType.DISABLE,
    annotationEditorHighlightColors: MARK_COLORS.highlights,
    enableAutoLinking: false,
    removePageBorders: true,
    // Missing from the types of pdfjs-dist.
    ...({ abortSignal: ended } as object),
  });
  linkService.setViewer(viewer);
  return { eventBus, linkService, viewer };
}

/** The sum of all marks, to tell whether they have changed: pdf.js itself only notices the first change. */
const sumOf = (document: pdfjs.PDFDocumentProxy): string =>
  document.annotationStorage.serializable.hash;

function watchMarks(
  document: pdfjs.PDFDocumentProxy,
  container: HTMLElement,
  eventBus: EventBus,
  { onMarks, ended }: { onMarks: Watching['onMarks']; ended: AbortSignal },
) {
  let saved = sumOf(document);
  let waiting: ReturnType<typeof setTimeout> | undefined;
  // A line that is being drawn is entered among the marks only when the tool is put away.
  const isDrawing = () => container.querySelector('.noUserSelect') !== null;
  const look = () => {
    clearTimeout(waiting);
    // pdf.js stores a mark a moment after the pointer is released.
    waiting = setTimeout(() => {
      if (!ended.aborted) onMarks(isDrawing() || sumOf(document) !== saved);
    }, 120);
  };
  Object.assign(document.annotationStorage, { onSetModified: look });
  eventBus.on('editingstateschanged', look);
  for (const eventName of ['pointerup', 'keyup', 'focusout']) {
    container.addEventListener(eventName, look, { signal: ended });
  }
  return {
    look,
    keeper: () => {
      const sum = sumOf(document);
      return () => {
        saved = sum;
        look();
      };
    },
  };
}

/** Refits the page on rotation or resize, unless the user has chosen a zoom level. */
function refitOnResize(viewer: PDFViewer, container: HTMLElement, ended: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    if (viewer.pdfDocument && viewer.currentScaleValue === FIT) viewer.currentScaleValue = FIT;
  });
  observer.observe(container);
  ended.addEventListener('abort', () => observer.disconnect());
}

/** Accessible names: pdf.js names a highlight, whose role allows no name, and gives colors only a tooltip. */
function mendNames(container: HTMLElement, ended: AbortSignal): void {
  const observer = new MutationObserver(() => {
    for (const mark of container.querySelectorAll('.highlightEditor[role=mark]')) {
      mark.setAttribute('role', 'group');
    }
    // A landmark for each page is too many, and two files side by side have the same ones.
    for (const page of container.querySelectorAll('.page[role=region]')) {
      page.setAttribute('role', 'group');
    }
    for (const color of container.querySelectorAll('input.basicColorPicker:not([aria-label])')) {
      color.setAttribute('aria-label', 'Color');
    }
  });
  // pdf.js sets its own labels later and removes ours.
  const attributeFilter = ['role', 'aria-label'];
  observer.observe(container, { childList: true, subtree: true, attributeFilter });
  ended.addEventListener('abort', () => observer.disconnect());
}

type Marks = pdfjs.AnnotationEditorUIManager;
interface Told {
  uiManager: Marks;
  pageNumber: number;
  scale: number;
  mode: number;
}

function chooseColors(eventBus: EventBus): void {
  const { FREETEXT_COLOR, FREETEXT_SIZE, INK_COLOR, INK_THICKNESS } =
    pdfjs.AnnotationEditorParamsType;
  for (const [type, value] of [
    [FREETEXT_COLOR, MARK_COLORS.note],
    [FREETEXT_SIZE, 12],
    [INK_COLOR, MARK_COLORS.ink],
    [INK_THICKNESS, 2],
  ] as const) {
    eventBus.dispatch('switchannotationeditorparams', { source: eventBus, type, value });
  }
}

/** The words alone, page by page, in the order in which the file has them. */
export async function wordsIn(content: ArrayBuffer, ended: AbortSignal): Promise<string[]> {
  const loading = load(content);
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      ended.throwIfAborted();
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(items.map((item) => ('str' in item ? lineOf(item) : '')).join(''));
    }
    return pages;
  } finally {
    void loading.destroy();
  }
}

const lineOf = ({ str, hasEOL }: { str: string; hasEOL: boolean }): string =>
  hasEOL ? `${str}\n` : str;

/** Pictures of single pages. One after the other: they share one worker, and the first ones are seen first. */
function makeDrawer(document: pdfjs.PDFDocumentProxy, ended: AbortSignal): PageDrawer {
  let last: Promise<unknown> = Promise.resolve();
  const drawPage: PageDrawer['draw'] = async (number, canvas, width, signal) => {
    if (signal.aborted || ended.aborted) return;
    const page = await document.getPage(number);
    const { width: natural } = page.getViewport({ scale: 1 });
    const density = Math.min(2, window.devicePixelRatio);
    const viewport = page.getViewport({ scale: (width / natural) * density });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    canvas.style.width = `${viewport.width / density}px`;
    await page.render({ canvas, viewport }).promise;
  };
  return {
    pages: document.numPages,
    draw: (...args) => {
      const drawn = last.then(() => drawPage(...args));
      last = drawn.catch(() => {});
      return drawn;
    },
  };
}

/** Without a viewer. */
export async function openDrawer(content: ArrayBuffer, ended: AbortSignal): Promise<PageDrawer> {
  const loading = load(content);
  ended.addEventListener('abort', () => void loading.destroy());
  const document = await loading.promise;
  ended.throwIfAborted();
  return makeDrawer(document, ended);
}

/** Shows a file in the container, which must be empty but for one element. Refuses what is no PDF. */
export async function openReader(
  container: HTMLDivElement,
  content: ArrayBuffer,
  { mayMark, ended, ...watching }: Watching & { mayMark: boolean; ended: AbortSignal },
): Promise<Reader> {
  const loading = load(content);
  ended.addEventListener('abort', () => void loading.destroy());
  const document = await loading.promise;
  ended.throwIfAborted();
  const { eventBus, linkService, viewer } = makeViewer(container, mayMark, ended);
  const position: Position = { page: 1, pages: document.numPages, scale: 1 };
  const tell = (now: Partial<Position>) => watching.onPosition(Object.assign(position, now));
  let marks: Marks | undefined;
  eventBus.on('annotationeditoruimanager', ({ uiManager }: Told) => {
    marks = uiManager;
  });
  // Not before there is a page to mark: the kinds of marks are not known until then.
  eventBus.on('annotationeditorlayerrendered', () => chooseColors(eventBus), { once: true });
  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = FIT;
    container.scrollTop = 0;
    tell({});
  });
  const foundLayer = makeFoundLayer(container);
  eventBus.on('pagerendered', ({ pageNumber }: Told) => foundLayer.draw(pageNumber));
  eventBus.on('pagechanging', ({ pageNumber }: Told) => tell({ page: pageNumber }));
  eventBus.on('scalechanging', ({ scale }: Told) => tell({ scale }));
  eventBus.on('annotationeditormodechanged', ({ mode }: Told) => {
    const tool = (Object.keys(MODES) as Tool[]).find((each) => MODES[each] === mode);
    if (tool) watching.onTool(tool);
  });
  const isReady = new Promise<void>((resolve) => {
    eventBus.on('pagesinit', () => resolve(), { once: true });
    ended.addEventListener('abort', () => resolve());
  });
  viewer.setDocument(document);
  linkService.setDocument(document);
  refitOnResize(viewer, container, ended);
  mendNames(container, ended);
  const watched = watchMarks(document, container, eventBus, { onMarks: watching.onMarks, ended });
  await isReady;
  return {
    use: (tool) => {
      if (marks) viewer.annotationEditorMode = { mode: MODES[tool] };
    },
    zoom: (by) => {
      if (by === 'in') viewer.increaseScale();
      else if (by === 'out') viewer.decreaseScale();
      else viewer.currentScaleValue = FIT;
    },
    rotate: () => {
      viewer.pagesRotation = (viewer.pagesRotation + QUARTER_TURN) % 360;
    },
    goTo: (page) => viewer.scrollPageIntoView({ pageNumber: page }),
    drawer: makeDrawer(document, ended),
    showFound: foundLayer.show,
    bytes: async () => {
      // A note that is still being written, a line that is still being drawn.
      marks?.unselectAll();
      const keep = watched.keeper();
      return { content: await document.saveDocument(), keep };
    },
    close: () => {
      viewer.setDocument(null);
      linkService.setDocument(null);
    },
  };
}
