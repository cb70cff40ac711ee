/**
 * Draws the highlights of search matches over the pages of the reader. The highlights of a page are drawn when the
 * reader renders the page.
 */

/** Left, top, width and height in units of 1/10,000 of the displayed page. */
export type Box = readonly [number, number, number, number];

/** One match. A match of a phrase has one box for each word. */
export interface Match {
  readonly page: number;
  readonly boxes: readonly Box[];
  /** Set in a comparison. */
  readonly tone?: 'added' | 'removed';
}

const TONES = { added: 'var(--green-dot)', removed: 'var(--red-dot)' };

const WHOLE = 10_000;
const LAYER = 'foundWords';

const percent = (part: number): string => `${part / 100}%`;

export function makeFoundLayer(container: HTMLElement) {
  let shownMatches: readonly Match[] = [];
  let current: Match | undefined;

  const pageOf = (page: number) =>
    container.querySelector<HTMLElement>(`.page[data-page-number="${page}"]`);

  const draw = (page: number): void => {
    const sheet = pageOf(page);
    sheet?.querySelector(`.${LAYER}`)?.remove();
    const matches = shownMatches.filter((match) => match.page === page);
    if (!sheet || matches.length === 0) return;
    const layer = document.createElement('div');
    layer.className = LAYER;
    layer.setAttribute('aria-hidden', 'true');
    for (const match of matches) {
      for (const box of match.boxes) {
        const mark = document.createElement('mark');
        const [left, top, width, height] = box;
        Object.assign(mark.style, {
          left: percent(left),
          top: percent(top),
          width: percent(width),
          height: percent(height),
        });
        if (match.tone) {
          mark.style.background = `color-mix(in srgb, ${TONES[match.tone]} 35%, transparent)`;
        }
        mark.toggleAttribute('data-current', match === current);
        layer.append(mark);
      }
    }
    sheet.append(layer);
  };

  const bringIntoView = ({ page, boxes: [first] }: Match): void => {
    const sheet = pageOf(page);
    if (!sheet || !first) return;
    const [left, top] = first;
    container.scrollTop =
      sheet.offsetTop + (top / WHOLE) * sheet.clientHeight - container.clientHeight / 3;
    const x = sheet.offsetLeft + (left / WHOLE) * sheet.clientWidth;
    if (x < container.scrollLeft || x > container.scrollLeft + container.clientWidth) {
      container.scrollLeft = x - container.clientWidth / 2;
    }
  };

  return {
    draw,
    show: (matches: readonly Match[], at: Match | undefined): void => {
      const pages = new Set([...shownMatches, ...matches].map(({ page }) => page));
      const isMoved = at !== undefined && at !== current;
      [shownMatches, current] = [matches, at];
      for (const page of pages) draw(page);
      if (isMoved) bringIntoView(at);
    },
  };
}
