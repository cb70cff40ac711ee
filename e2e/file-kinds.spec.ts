/** Uploads every kind of file: each row shows its result, and each refusal says what to do. */
import { expect, test, type Page } from '@playwright/test';
import {
  CONTENT_PROBLEM_TEXTS,
  LOCKED_PDF_TEXT,
  SCAN_REASON_TEXTS,
} from '@cairn/contract/file-terms';
import { EICAR } from '../packages/testing/src/eicar.ts';
import { makeDocx } from '../packages/testing/src/export-steps.ts';
import { lockedPdf } from '../packages/testing/src/locked-pdf.ts';
import {
  heicPhoto,
  paddedPdf,
  photographedPage,
  scannedPdf,
  spreadsheet,
} from '../packages/testing/src/sample-files.ts';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { DANA, logIn, row, upload } from './helpers.ts';

const LOAN = 'Tamarack Dental Partners';
const pdf = onePagePdf('Lease', ['Tamarack Dental Partners', 'Base rent 4,200 dollars']);
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]);

interface Sent {
  title: string;
  name: string;
  content: Buffer;
}
const READABLE: (Sent & { words: string })[] = [
  { title: 'A PDF', name: 'lease.pdf', content: pdf, words: 'Base rent' },
  {
    title: 'A large PDF',
    name: 'appraisal.pdf',
    content: paddedPdf(pdf, 25 * 1024 * 1024),
    words: 'Base rent',
  },
  {
    title: 'A scanned PDF',
    name: 'scan.pdf',
    content: scannedPdf(['Certificate of insurance']),
    words: 'insurance',
  },
  {
    title: 'A photo of a phone',
    name: 'IMG_0311.jpg',
    content: photographedPage('photo.jpg', ['Utility statement']),
    words: 'statement',
  },
  {
    title: 'A HEIC photo',
    name: 'IMG_0312.HEIC',
    content: heicPhoto(['Voided check']),
    words: 'Voided',
  },
  {
    title: 'A Word document',
    name: 'plan.docx',
    content: await makeDocx('Business plan of Tamarack'),
    words: 'Business plan',
  },
  {
    title: 'A spreadsheet',
    name: 'debts.xlsx',
    content: spreadsheet('Creditor,Balance\nFirst Harbor,182000\n'),
    words: 'First Harbor',
  },
];
const UNREADABLE: (Sent & { status: string; sentence: string })[] = [
  {
    title: 'A locked PDF',
    name: 'returns.pdf',
    content: lockedPdf(pdf, 'tamarack'),
    status: 'Password-protected',
    sentence: LOCKED_PDF_TEXT,
  },
  {
    title: 'A damaged PDF',
    name: 'broken.pdf',
    content: Buffer.from('%PDF-1.4 nothing in it'),
    status: 'Can’t be opened',
    sentence: CONTENT_PROBLEM_TEXTS.DAMAGED,
  },
  {
    title: 'A virus in a zip',
    name: 'minutes.docx',
    content: await makeDocx('Minutes', { 'word/media/a.txt': EICAR }),
    status: 'Blocked',
    sentence: SCAN_REASON_TEXTS.VIRUS,
  },
  {
    title: 'A renamed program',
    name: 'statement.pdf',
    content: program,
    status: 'Not accepted',
    sentence: SCAN_REASON_TEXTS.TYPE_MISMATCH,
  },
];

async function openNewFolder(page: Page, titles: readonly string[]): Promise<string> {
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { name: LOAN })).toBeVisible();
  const loanId = new URL(page.url()).pathname.split('/').at(-1)!;
  const create = async (elements: object[]) => {
    const answer = await page.request.post('/api/v2/loanmanager/elements', {
      data: { loanId, elements },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as { elements: { id: string }[] }).elements;
  };
  const [folder] = await create([{ title: 'Files of every kind', storageType: 'FOLDER' }]);
  await create(titles.map((title) => ({ title, parentId: folder!.id })));
  await page.goto(`/loans/${loanId}?view=package&folder=${folder!.id}`);
  return loanId;
}

test('files of eleven kinds are sent together: seven can be read, four say in a sentence why not', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await logIn(page, DANA);
  const all = [...READABLE, ...UNREADABLE];
  const loanId = await openNewFolder(page, [...all.map(({ title }) => title), 'A program']);
  for (const { title, name, content } of all) await upload(page, title, name, content);
  await upload(page, 'A program', 'setup.exe', program);
  await expect(row(page, 'A program').getByTitle(/^We can’t take \.exe files\./)).toBeVisible();

  for (const { title, status } of UNREADABLE) {
    await expect.soft(row(page, title), title).toContainText(status, { timeout: 30_000 });
  }
  for (const { title } of READABLE) {
    await expect.soft(row(page, title), title).toContainText('To review', { timeout: 30_000 });
  }
  const preview = page.getByRole('complementary', { name: 'Preview' });
  for (const { title, sentence } of UNREADABLE) {
    await row(page, title).getByText(title).click();
    await expect.soft(preview, title).toContainText(sentence);
  }

  const list = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await list.json()) as {
    elements: { title: string; answer: { document: { id: string } } | null }[];
  };
  for (const { title, words } of READABLE) {
    const { id } = elements.find((each) => each.title === title)!.answer!.document;
    const text = () => page.request.get(`/api/v1/documents/${id}/text`);
    await expect
      .poll(async () => (await text()).text(), { timeout: 40_000, message: title })
      .toContain(words);
  }
});
