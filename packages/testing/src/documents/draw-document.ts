/** Draws a document of a kind for an invented entity. Each page says that it is a sample. */
import type { Random } from '../random.ts';
import type { SampleKind } from './document-kinds.ts';
import { GRAY, PAGE, PdfPage } from './pdf-pages.ts';

export interface SampleFacts {
  readonly entity: string;
  readonly address: string;
  /** Tax year, or the year of the statement or signature. */
  readonly year: number;
  /** 1 to 12. A statement covers `months` months that end with this one. */
  readonly month: number;
  readonly months?: number;
  readonly day?: number;
  /** Index into the kind's headings. */
  readonly heading?: number;
  /** False leaves signature lines empty. */
  readonly signed?: boolean;
  readonly signer?: string;
}

export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const LEFT = 56;
const RIGHT = PAGE.width - 56;
const BOTTOM = PAGE.height - 84;

const ISSUERS = [
  ...['Cascade Federal', 'Bluewater Savings', 'Meridian & Poole', 'Juniper Ridge Services'],
  ...['Halden Insurance Group', 'State of Jefferson', 'Orchard Title', 'Larch Hill Partners'],
];
const PARTIES = [
  ...['Redwood Supply Co.', 'Harper Flour Mills', 'Northfield Leasing', 'Tessel Payments'],
  ...['Maple Street Properties', 'Aldine Produce', 'Corvid Software', 'Brightline Utilities'],
];
const SENTENCES = [
  'The parties agree to the terms that follow and to any schedule attached hereto.',
  'Notices are given in writing at the addresses shown on the first page.',
  'This section survives the end of the term and binds successors and assigns.',
  'Amounts are stated in United States dollars and rounded to the nearest dollar.',
  'No waiver is effective unless it is made in writing by the party to be charged.',
  'The information was prepared from records that management keeps in the ordinary course.',
  'If any provision is held invalid, the others remain in full force and effect.',
  'Further detail is given in the schedules and exhibits on the pages that follow.',
  'The figures have not been audited and are presented for the purposes of the reader.',
  'Time is of the essence for each obligation under this paragraph.',
];

const pick = <T>(random: Random, items: readonly T[]): T => items[random.below(items.length)]!;
const money = (random: Random, most = 400_000): string =>
  (random.between(120, most) | 0).toLocaleString('en-US') +
  (random.chance(0.5) ? `.${String(random.below(100)).padStart(2, '0')}` : '');

const dayText = ({ year, month, day = 14 }: SampleFacts): string =>
  `${MONTH_NAMES[month - 1]} ${day}, ${year}`;

/** "Aug 1 - Oct 31, 2026" */
export function periodText({ year, month, months = 1 }: SampleFacts): string {
  const first = MONTH_NAMES[(month - months + 12) % 12]!.slice(0, 3);
  const last = MONTH_NAMES[month - 1]!.slice(0, 3);
  return `${first} 1 - ${last} ${MONTH_DAYS[month - 1]}, ${year}`;
}

function dateLine(kind: SampleKind, facts: SampleFacts): string {
  if (kind.dated === 'YEAR') return `For calendar year ${facts.year}`;
  if (kind.dated === 'MONTH') return periodText(facts);
  return kind.dated === 'DAY' ? `Dated ${dayText(facts)}` : '';
}

/** Fills pages from the top, and adds a page when there is no room. */
class Sheets {
  readonly pages: PdfPage[] = [];
  y = 0;
  private readonly kind: SampleKind;
  private readonly facts: SampleFacts;

  constructor(kind: SampleKind, facts: SampleFacts) {
    this.kind = kind;
    this.facts = facts;
    this.turn();
  }

  get page(): PdfPage {
    return this.pages.at(-1)!;
  }

  turn(): void {
    const page = new PdfPage();
    const number = this.pages.push(page);
    page.text('SAMPLE - invented data, not a real document', {
      ...{ x: LEFT, y: PAGE.height - 34, size: 8, color: GRAY },
    });
    page.text(`Page ${number} of ${this.kind.pages}`, {
      ...{ x: RIGHT, y: PAGE.height - 34, size: 8, color: GRAY, right: true },
    });
    if (number > 1) page.text(this.facts.entity, { x: LEFT, y: 48, size: 9, color: GRAY });
    this.y = number === 1 ? 64 : 76;
  }

  get isFull(): boolean {
    return this.y > BOTTOM;
  }
}

/** Draws the heading, wrapped because it may be longer than the page is wide. */
function drawTop(sheets: Sheets, kind: SampleKind, facts: SampleFacts, random: Random): void {
  const heading = kind.headings[(facts.heading ?? 0) % kind.headings.length]!;
  const issuer = pick(random, ISSUERS);
  sheets.page.text(issuer, { x: LEFT, y: 52, size: 9, color: GRAY });
  for (const line of wrap(heading, 40)) {
    sheets.page.text(line, { x: LEFT, y: (sheets.y += 20), size: 17, font: 'Helvetica-Bold' });
  }
  sheets.page.text(dateLine(kind, facts), { x: RIGHT, y: 52, size: 9, right: true });
  sheets.y += 26;
  sheets.page.text(facts.entity, { x: LEFT, y: sheets.y, size: 11, font: 'Helvetica-Bold' });
  for (const line of facts.address.split('\n')) {
    sheets.page.text(line, { x: LEFT, y: (sheets.y += 14), size: 10 });
  }
  sheets.y += 22;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

const field = (sheets: Sheets, number: number, label: string, value: string): void => {
  const { page, y } = sheets;
  page.text(String(number), { x: LEFT, y, size: 9, font: 'Helvetica-Bold' });
  page.text(label, { x: LEFT + 22, y, size: 10 });
  page.box(RIGHT - 122, y - 12, 122, 17);
  page.text(value, { x: RIGHT - 6, y, size: 10, right: true });
  sheets.y += 21;
};

function drawFields(sheets: Sheets, { labels }: SampleKind, random: Random): void {
  let number = 1;
  for (const label of random.shuffled(labels)) {
    if (random.chance(0.12)) continue;
    field(sheets, number++, label, money(random));
  }
  while (!sheets.isFull && number < 24) {
    field(
      sheets,
      number++,
      `Line ${number} from schedule ${pick(random, ['A', 'B', 'D'])}`,
      money(random, 9000),
    );
  }
}

function drawStatement(sheets: Sheets, kind: SampleKind, facts: SampleFacts, random: Random): void {
  const labels = kind.labels.slice(0, 4);
  sheets.page.box(LEFT, sheets.y - 4, RIGHT - LEFT, 46, [0.93, 0.95, 0.97]);
  for (const [index, label] of labels.entries()) {
    const x = LEFT + 10 + index * 124;
    sheets.page.text(label, { x, y: sheets.y + 12, size: 8, color: GRAY });
    sheets.page.text(`$${money(random)}`, {
      x,
      y: sheets.y + 30,
      size: 11,
      font: 'Helvetica-Bold',
    });
  }
  sheets.y += 66;
  drawTransactions(sheets, kind, facts, random);
}

function drawTransactions(
  sheets: Sheets,
  kind: SampleKind,
  facts: SampleFacts,
  random: Random,
): void {
  const { page } = sheets;
  for (const [label, x] of [
    ['Date', LEFT],
    ['Description', LEFT + 60],
  ] as const) {
    page.text(label, { x, y: sheets.y, size: 8, color: GRAY });
  }
  page.text('Amount', { x: RIGHT, y: sheets.y, size: 8, color: GRAY, right: true });
  page.line(LEFT, sheets.y + 6, RIGHT, sheets.y + 6);
  sheets.y += 20;
  for (let day = 1; !sheets.isFull; day += random.below(2)) {
    const date = `${String(facts.month).padStart(2, '0')}/${String(1 + (day % 28)).padStart(2, '0')}`;
    const words = `${pick(random, kind.labels)} - ${pick(random, PARTIES)}`;
    page.text(date, { x: LEFT, y: sheets.y, size: 9.5 });
    page.text(words, { x: LEFT + 60, y: sheets.y, size: 9.5 });
    page.text(money(random, 20_000), { x: RIGHT, y: sheets.y, size: 9.5, right: true });
    page.line(LEFT, sheets.y + 6, RIGHT, sheets.y + 6, 0.3);
    sheets.y += 19;
    if (day > 26) break;
  }
}

function drawTable(sheets: Sheets, kind: SampleKind, random: Random): void {
  const columns = kind.labels.slice(0, 5);
  const wide = (RIGHT - LEFT) / columns.length;
  for (const [index, label] of columns.entries()) {
    for (const [line, words] of wrap(label, 18).entries()) {
      const at = { x: LEFT + index * wide, y: sheets.y + line * 10, size: 8.5 };
      sheets.page.text(words, { ...at, font: 'Helvetica-Bold' });
    }
  }
  sheets.y += 30;
  sheets.page.line(LEFT, sheets.y - 12, RIGHT, sheets.y - 12);
  for (let row = 0; row < 18 && !sheets.isFull; row += 1) {
    sheets.page.text(pick(random, PARTIES), { x: LEFT, y: sheets.y, size: 9 });
    for (let column = 1; column < columns.length; column += 1) {
      const x = LEFT + column * wide;
      sheets.page.text(money(random, 90_000), { x, y: sheets.y, size: 9 });
    }
    sheets.y += 18;
  }
  for (const label of kind.labels.slice(5)) {
    sheets.page.text(`${label}: ${money(random)}`, { x: LEFT, y: sheets.y, size: 9.5 });
    sheets.y += 16;
  }
}

function drawSections(sheets: Sheets, { labels }: SampleKind, random: Random): void {
  for (const [index, label] of random.shuffled(labels).entries()) {
    if (sheets.isFull) return;
    const title = { x: LEFT, y: sheets.y, size: 11, font: 'Helvetica-Bold' } as const;
    sheets.page.text(`${index + 1}. ${label}`, title);
    const words = Array.from({ length: 2 + random.below(2) }, () => pick(random, SENTENCES));
    for (const line of wrap(words.join(' '), 92)) {
      if (sheets.isFull) return;
      sheets.page.text(line, { x: LEFT, y: (sheets.y += 14), size: 10, font: 'Times-Roman' });
    }
    sheets.y += 24;
  }
}

/** Draws a plastic card or a certificate on a page: small text in a frame. */
function drawCard(sheets: Sheets, kind: SampleKind, facts: SampleFacts, random: Random): void {
  const top = sheets.y;
  sheets.page.box(LEFT, top - 6, 330, 210);
  sheets.page.box(LEFT + 12, top + 10, 84, 104, [0.85, 0.87, 0.9]);
  let y = top + 22;
  sheets.page.text(facts.entity, { x: LEFT + 112, y, size: 12, font: 'Helvetica-Bold' });
  for (const label of kind.labels) {
    y += 17;
    const isDay = /issue|expir|dob|birth|date/i.test(label);
    const value = isDay
      ? `0${1 + random.below(9)}/1${random.below(9)}/${/expir/i.test(label) ? facts.year + 3 : facts.year - 5}`
      : money(random, 9000);
    sheets.page.text(`${label}  ${value}`, { x: LEFT + 112, y, size: 9.5 });
  }
  sheets.y = y + 40;
}

const SIGNED_STYLES = new Set(['form', 'agreement', 'notice', 'certificate']);

function drawSignature(sheets: Sheets, kind: SampleKind, facts: SampleFacts, random: Random): void {
  if (!SIGNED_STYLES.has(kind.style)) return;
  if (sheets.y > BOTTOM - 110) sheets.turn();
  const y = Math.max(sheets.y + 40, 300);
  const { page } = sheets;
  if (facts.signed !== false) {
    page.scrawl(
      LEFT + 60,
      y - 6,
      Array.from({ length: 13 }, () => random.between(-6, 16)),
    );
  }
  page.line(LEFT + 40, y, LEFT + 280, y);
  page.text('By:', { x: LEFT, y, size: 10 });
  page.text(`Signature of ${kind.about === 'PERSON' ? 'individual' : 'authorized signer'}`, {
    ...{ x: LEFT + 40, y: y + 13, size: 8, color: GRAY },
  });
  page.text(`Name: ${facts.signer ?? facts.entity}`, { x: LEFT, y: y + 32, size: 10 });
  page.text(`Date: ${facts.signed === false ? '' : dayText(facts)}`, {
    ...{ x: LEFT, y: y + 48, size: 10 },
  });
  sheets.y = y + 60;
}

function drawBody(sheets: Sheets, kind: SampleKind, facts: SampleFacts, random: Random): void {
  switch (kind.style) {
    case 'form':
      return drawFields(sheets, kind, random);
    case 'statement':
      return drawStatement(sheets, kind, facts, random);
    case 'table':
    case 'invoice':
      return drawTable(sheets, kind, random);
    case 'report':
      drawFields(sheets, kind, random);
      return undefined;
    case 'card':
      return drawCard(sheets, kind, facts, random);
    default:
      return drawSections(sheets, kind, random);
  }
}

/** The first page names the document; the last one is signed if documents of this kind are. */
export function drawDocument(kind: SampleKind, facts: SampleFacts, random: Random): PdfPage[] {
  const sheets = new Sheets(kind, facts);
  drawTop(sheets, kind, facts, random);
  drawBody(sheets, kind, facts, random);
  while (sheets.pages.length < kind.pages) {
    sheets.turn();
    if (kind.style === 'statement') drawTransactions(sheets, kind, facts, random);
    else if (kind.style === 'table') drawTable(sheets, kind, random);
    else drawBody(sheets, kind, facts, random);
    if (sheets.pages.length === kind.pages) break;
  }
  drawSignature(sheets, kind, facts, random);
  return sheets.pages;
}
