/** Longer than any list takes to draw a row that was brought onto the page. */
const FRAMES = 60;

/** A row that was brought onto the page is there some frames later: then. */
export function whenDrawn(
  find: () => HTMLElement | null | undefined,
  then: (row: HTMLElement) => void,
  frames = FRAMES,
): void {
  requestAnimationFrame(() => {
    const row = find();
    if (row) then(row);
    else if (frames > 0) whenDrawn(find, then, frames - 1);
  });
}
