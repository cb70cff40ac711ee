import { finishPdf, newPdf, PAPER } from '../../platform/pdf-writer.ts';

export interface Jpeg {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const MARGIN = 24;

/** One page per picture, in the picture's orientation, with the picture as large as fits. */
export function picturePages(pictures: readonly Jpeg[]): Promise<Buffer> {
  const pdf = newPdf();
  for (const { bytes, width, height } of pictures) {
    const layout = width > height ? 'landscape' : 'portrait';
    pdf.addPage({ size: PAPER, layout, margin: MARGIN });
    const fit: [number, number] = [pdf.page.width - 2 * MARGIN, pdf.page.height - 2 * MARGIN];
    pdf.image(bytes, MARGIN, MARGIN, { fit, align: 'center', valign: 'center' });
  }
  return finishPdf(pdf);
}
