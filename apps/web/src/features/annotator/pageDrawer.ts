/** Draws thumbnails of PDF pages on demand, one at a time. */
export interface PageDrawer {
  readonly pages: number;
  draw: (
    page: number,
    canvas: HTMLCanvasElement,
    width: number,
    signal: AbortSignal,
  ) => Promise<void>;
}
