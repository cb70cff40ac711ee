/** Files in shoeboxes that are not filed yet. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Account, Company, TestData, Loan } from '@cairn/testing/factories/test-data';
import type { SampleForm } from '@cairn/testing/documents/sample-documents';
import type pg from 'pg';
import type { Colleague } from './demo-data.ts';
import { waitingDocument } from './demo-documents.ts';
import { onePagePdf } from './one-page-pdf.ts';

type Sender = Colleague | 'elena';

interface Waiting {
  /** Null: the file is in the sender's own shoebox. */
  loan: string | null;
  from: Sender;
  title: string;
  hoursAgo: number;
  /** The kind and form of the document to generate, and the entity on it. */
  file?: readonly [kind: string, form: SampleForm, entity: string];
  seen?: boolean;
  trashed?: boolean;
}

const WAITING: readonly Waiting[] = [
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'YTD P&L Oct 2026.pdf',
    hoursAgo: 3,
    file: ['pl-ytd', 'pdf', 'Larkspur Bakery LLC'],
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'Purchase agmt, bakery.pdf',
    hoursAgo: 4,
    file: ['apa', 'pdf', 'Larkspur Bakery LLC'],
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'PFS Elena.pdf',
    hoursAgo: 5,
    file: ['pfs', 'scan', 'Elena Marsh'],
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'IMG_2207.jpg',
    hoursAgo: 26,
    file: ['liability', 'photo', 'Larkspur Bakery LLC'],
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'IMG_2214.heic',
    hoursAgo: 27,
    file: ['license', 'heic', 'Larkspur Bakery LLC'],
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'Bakery plan v3.docx',
    hoursAgo: 28,
    file: ['plan', 'docx', 'Larkspur Bakery LLC'],
    seen: true,
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'Oven and mixer list.xlsx',
    hoursAgo: 28.5,
    file: ['equip', 'xlsx', 'Larkspur Bakery LLC'],
    seen: true,
  },
  {
    loan: 'LKSP-2041',
    from: 'elena',
    title: 'Orchard St lease FINAL.pdf',
    hoursAgo: 29,
    file: ['lease', 'pdf', 'Larkspur Bakery LLC'],
    seen: true,
  },
  { loan: 'LKSP-2041', from: 'elena', title: 'Lease (blurred).pdf', hoursAgo: 30, trashed: true },
  {
    loan: 'RDFN-2071',
    from: 'tom',
    title: 'Debt schedule 2026.pdf',
    hoursAgo: 20,
    file: ['debt', 'pdf', 'Redfern Logistics Inc.'],
  },
  { loan: 'RDFN-2071', from: 'tom', title: '2024 tax return.pdf', hoursAgo: 51, seen: true },
  {
    loan: null,
    from: 'dana',
    title: 'Notes from the trade fair.pdf',
    hoursAgo: 70,
  },
];

const contentOf = ({ title, file }: Waiting): Buffer =>
  file
    ? waitingDocument(file[0], file[1], { entity: file[2] })
    : onePagePdf(title, ['Made for the demonstration of Cairn.']);

interface Demo {
  given: TestData;
  client: pg.Client;
  keep(key: string, content: Buffer): Promise<void>;
}

/** Stores the bytes; the document's checksums are set after it has an ID. */
async function storeFile(
  { client, keep }: Demo,
  companyId: string,
  title: string,
  content: Buffer,
) {
  const sum = createHash('sha256').update(content).digest();
  const name = createHash('sha256').update(title).digest('hex').slice(0, 16);
  const objectKey = `demo/${companyId}/${name}`;
  await keep(objectKey, content);
  const saveChecksums = (documentId: string) =>
    client.query('update cairn.document set sha256 = $1, crc32 = $2 where id = $3', [
      sum,
      crc32(content),
      documentId,
    ]);
  return { columns: { title, objectKey, size: content.length }, saveChecksums };
}

export async function fillShoeboxes(
  demo: Demo,
  company: Company,
  loans: ReadonlyMap<string, Loan>,
  people: Record<Sender, Account>,
): Promise<void> {
  for (const each of WAITING) {
    const from = people[each.from];
    const { columns, saveChecksums } = await storeFile(
      demo,
      company.id,
      each.title,
      contentOf(each),
    );
    const over = {
      ...columns,
      at: new Date(Date.now() - each.hoursAgo * 3_600_000),
      seen: each.seen ?? false,
      ...(each.trashed && { trashedBy: from }),
    };
    const { documentId } =
      each.loan === null
        ? await demo.given.ownShoeboxItem(company, from, over)
        : await demo.given.shoeboxItem(loans.get(each.loan)!, from, over);
    await saveChecksums(documentId);
  }
}

/** Files that were filed in the last months, so that the chart of suggestions has data. */
const FILED = [
  { monthsAgo: 5, suggested: 4, taken: 2 },
  { monthsAgo: 4, suggested: 6, taken: 4 },
  { monthsAgo: 3, suggested: 5, taken: 4 },
  { monthsAgo: 2, suggested: 8, taken: 7 },
  { monthsAgo: 1, suggested: 7, taken: 6 },
];

export async function fileEarlierItems(
  demo: Demo,
  loan: Loan,
  from: Account,
  by: Account,
): Promise<void> {
  for (const { monthsAgo, suggested, taken } of FILED) {
    const at = new Date();
    at.setUTCMonth(at.getUTCMonth() - monthsAgo, 12);
    for (let file = 0; file < suggested; file += 1) {
      const title = `Statement ${monthsAgo}-${file + 1}.pdf`;
      const content = onePagePdf(title, ['Made for the demonstration of Cairn.']);
      const { columns, saveChecksums } = await storeFile(demo, loan.companyId, title, content);
      const { id, documentId } = await demo.given.shoeboxItem(loan, from, { ...columns, at });
      await saveChecksums(documentId);
      await demo.client.query(
        `update cairn.shoebox_item set filed_at = $1, filed_by = $2, filed_as = 'Bank statements',
          suggestion_taken = $3 where id = $4`,
        [at, by.id, file < taken, id],
      );
    }
  }
}
