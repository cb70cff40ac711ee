/** Files that came without a request, and wait to be filed. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Account, Company, TestData, Loan } from '@cairn/testing/factories/test-data';
import { makePng } from '@cairn/testing/png';
import type pg from 'pg';
import type { Colleague } from './demo-data.ts';
import { onePagePdf } from './one-page-pdf.ts';

type Sender = Colleague | 'elena';

interface Waiting {
  /** Null: in the sender's own. */
  loan: string | null;
  from: Sender;
  title: string;
  hoursAgo: number;
  lines?: readonly string[];
  seen?: boolean;
  trashed?: boolean;
}

const WAITING: readonly Waiting[] = [
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'YTD P&L Oct 2026.pdf',
    hoursAgo: 3,
    lines: ['Profit and loss, January to October 2026', 'Sales 842,310', 'Net income 96,450'],
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'Purchase agmt, bakery.pdf',
    hoursAgo: 4,
    lines: ['Purchase agreement', 'Between Larkspur Bakery LLC and the seller'],
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'PFS Elena.pdf',
    hoursAgo: 5,
    lines: ['Personal financial statement', 'Elena Marsh'],
  },
  { loan: 'LKSP-2041', from: 'elena', title: 'IMG_2207.png', hoursAgo: 26 },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'Orchard St lease FINAL.pdf',
    hoursAgo: 29,
    lines: ['Commercial lease', '418 Orchard Street, Bend, Oregon', 'Signed by both parties'],
    seen: true,
  },
  { loan: 'LKSP-2041', from: 'elena', title: 'Lease (blurred).pdf', hoursAgo: 30, trashed: true },
  {
    loan: 'RDFN-2071',
    from: 'tom',
    title: 'Debt schedule 2026.pdf',
    hoursAgo: 20,
    lines: ['Business debt schedule', 'As of October 31, 2026'],
  },
  { loan: 'RDFN-2071', from: 'tom', title: '2024 tax return.pdf', hoursAgo: 51, seen: true },
  {
    loan: null,
    from: 'dana',
    title: 'Notes from the trade fair.pdf',
    hoursAgo: 70,
    lines: ['Three bakeries and a brewery asked for a call'],
  },
];

/** A page on a table, as a phone sees it. */
const photo = (): Buffer =>
  makePng(480, 640, (x, y) => {
    const onPage = x > 70 && x < 410 && y > 60 && y < 580;
    if (!onPage) return [150, 118, 84, 255];
    const isLine = y > 110 && y < 460 && y % 26 < 4 && x > 110 && x < (y % 3 === 0 ? 340 : 370);
    return isLine ? [92, 90, 86, 255] : [250, 249, 246, 255];
  });

export async function fillShoeboxes(
  { given, client, keep }: { given: TestData; client: pg.Client; keep: Keep },
  company: Company,
  loans: ReadonlyMap<string, Loan>,
  people: Record<Sender, Account>,
): Promise<void> {
  for (const each of WAITING) {
    const content = each.title.endsWith('.png')
      ? photo()
      : onePagePdf(each.title, ['Made for the demonstration of Cairn.', ...(each.lines ?? [])]);
    const from = people[each.from];
    const sum = createHash('sha256').update(content).digest();
    const name = createHash('sha256').update(each.title).digest('hex').slice(0, 16);
    const objectKey = `demo/${company.id}/${name}`;
    await keep(objectKey, content);
    const over = {
      title: each.title,
      objectKey,
      size: content.length,
      at: new Date(Date.now() - each.hoursAgo * 3_600_000),
      seen: each.seen ?? false,
      ...(each.trashed && { trashedBy: from }),
    };
    const { documentId } =
      each.loan === null
        ? await given.ownShoeboxItem(company, from, over)
        : await given.shoeboxItem(loans.get(each.loan)!, from, over);
    await client.query('update cairn.document set sha256 = $1, crc32 = $2 where id = $3', [
      sum,
      crc32(content),
      documentId,
    ]);
  }
}

type Keep = (key: string, content: Buffer) => Promise<void>;
