/** Stamps the bottom margin of each page with its number, the loan, and who approved the document. */
import { finishPdf, newPdf } from '../../platform/pdf-writer.ts';
import { formatDay } from './cover-pages.ts';
import type { Approval } from './manifest-store.ts';
import { fitLine, fontsOf, writeLine, type WrittenPages } from './pdf-pages.ts';

interface PageSize {
  readonly width: number;
  readonly height: number;
}

const SIDE = 24;
const BOTTOM = 14;
const SIZE = 7.5;

/** One page per page, of the same size, with only the stamp: it is overlaid on the document's own. */
export async function stampPages(
  sizes: readonly PageSize[],
  loan: string | undefined,
  approvalOf: (page: number) => Approval | undefined,
): Promise<WrittenPages> {
  const pdf = newPdf();
  const addFont = fontsOf(pdf);
  let pages = 0;
  pdf.on('pageAdded', () => (pages += 1));
  for (const [page, { width, height }] of sizes.entries()) {
    pdf.addPage({ size: [width, height], margin: 0 });
    const approval = approvalOf(page);
    const text = [
      `Page ${page + 1} of ${sizes.length}`,
      ...(loan ? [loan] : []),
      ...(approval
        ? [`Approved by ${approval.name}${approval.at ? `, ${formatDay(approval.at)}` : ''}`]
        : []),
    ].join('  ·  ');
    const line = fitLine(pdf, addFont, text, { size: SIZE, width: width - 2 * SIDE });
    pdf.y = height - BOTTOM;
    writeLine(pdf, addFont, line, { size: SIZE, x: SIDE, color: '#5b5d63', wraps: false });
  }
  return { bytes: await finishPdf(pdf), pages };
}
