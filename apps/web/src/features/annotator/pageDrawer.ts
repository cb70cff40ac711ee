/** Small pictures of a PDF's pages, drawn one at a time and only those that are asked for. */
export interface PageDrawer {
  readonly pages: number;
  draw: (
    page: number,
    canvas: HTMLCanvasElement,
    width: number,
    signal: AbortSignal,
  ) => Promise<void>;
}
