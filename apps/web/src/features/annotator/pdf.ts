/**
 * The PDF reader. This is the only module that imports pdf.js, so that pdf.js loads only together with a page that
 * shows a file.
 */
import * as pdfjs from 'pdfjs-dist';
import 'pdfjs-dist/web/pdf_viewer.css';
// Must be imported after pdfjs-dist, because the viewer reads pdf.js from the global scope.
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

/** Images with more pixels than this (8,000 by 8,000) are not drawn, because they would exhaust the memory. */
const LARGEST_PICTURE = 64_000_000;
const FIT = 'auto';
const QUARTER_TURN = 90;

export interface Position {
  page: number;
  pages: number;
  /** Zoom factor; 1 is the natural size. */
  scale: number;
}

interface Watching {
  onPosition: (position: Position) => void;
  /** Called with whether the marks differ from the last saved ones. */
  onMarks: (changed: boolean) => void;
  onTool: (tool: Tool) => void;
}

export interface Reader {
  use: (tool: Tool) => void;
  zoom: (by: 'in' | 'out' | 'fit') => void;
  /** Rotates the view. The file does not change. */
  rotate: () => void;
  goTo: (page: number) => void;
  readonly drawer: PageDrawer;
  /** Highlights the matches and scrolls the current match into view. */
  showFound: (matches: readonly Match[], current: Match | undefined) => void;
  /**
   * The bytes of the file with its marks. `keep` records these bytes as saved; later changes still count as unsaved.
   */
  bytes: () => Promise<{ content: Uint8Array<ArrayBuffer>; keep: () => void }>;
  close: () => void;
}

/**
 * Loads a PDF that may be malicious. XFA forms are disabled, and fonts and character maps come only from this app. The
 * viewer runs no scripts of the file and disables external links.
 */
function load(content: ArrayBuffer): pdfjs.PDFDocumentLoadingTask {
  return pdfjs.getDocument({
    // Copied because the worker takes ownership of the buffer.
    data: new Uint8Array(content.slice(0)),
    enableXfa: false,
    maxImageSize: LARGEST_PICTURE,
    // WebAssembly would require a weaker content security policy. The JavaScript decoders do the same work.
    useWasm: false,
    wasmUrl: `${PDF_FILES}wasm/`,
    cMapUrl: `${PDF_FILES}cmaps/`,
    // Fonts of the device are not used, so that a file looks the same on every machine.
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
    // The types of pdfjs-dist lack this option.
    ...({ abortSignal: ended } as object),
  });
  linkService.setViewer(viewer);
  return { eventBus, linkService, viewer };
}

/** Hash of all marks, used to detect changes. The modified event of pdf.js fires only for the first change. */
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
  // pdf.js adds a freehand line to its storage only when the tool is deselected.
  const isDrawing = () => container.querySelector('.noUserSelect') !== null;
  const look = () => {
    clearTimeout(waiting);
    // pdf.js stores a mark shortly after the pointer is released.
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

/** Fits the page again on rotation or resize, unless the user has chosen a zoom level. */
function refitOnResize(viewer: PDFViewer, container: HTMLElement, ended: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    if (viewer.pdfDocument && viewer.currentScaleValue === FIT) viewer.currentScaleValue = FIT;
  });
  observer.observe(container);
  ended.addEventListener('abort', () => observer.disconnect());
}

/**
 * Corrects accessible names. pdf.js names highlights, whose role does not allow a name, and gives color inputs only a
 * tooltip.
 */
function mendNames(container: HTMLElement, ended: AbortSignal): void {
  const observer = new MutationObserver(() => {
    for (const mark of container.querySelectorAll('.highlightEditor[role=mark]')) {
      mark.setAttribute('role', 'group');
    }
    // One landmark for each page is too many, and two files side by side would have landmarks with the same name.
    for (const page of container.querySelectorAll('.page[role=region]')) {
      page.setAttribute('role', 'group');
    }
    for (const color of container.querySelectorAll('input.basicColorPicker:not([aria-label])')) {
      color.setAttribute('aria-label', 'Color');
    }
  });
  // Attributes are observed too, because pdf.js sets its own labels later and overwrites these.
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

/** The text of each page, in the order of the text in the file. */
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

/**
 * Draws single pages to canvases one after the other, because they share a worker and the first requested pages are
 * seen first.
 */
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

/** Opens a PDF for drawing thumbnails, without a viewer. */
export async function openDrawer(content: ArrayBuffer, ended: AbortSignal): Promise<PageDrawer> {
  const loading = load(content);
  ended.addEventListener('abort', () => void loading.destroy());
  const document = await loading.promise;
  ended.throwIfAborted();
  return makeDrawer(document, ended);
}

/** Opens a PDF in the container, which must contain only the viewer element. Rejects if the file is not a PDF. */
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
  // The colors can be set only after the first page has a markup layer, because pdf.js does not know the mark types
  // earlier.
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
      // Deselecting commits a note or a line that the user has not finished.
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
