/** Composes an email with example names, with the functions that compose the real one. */
import type { EmailKind, EmailPreview } from '@cairn/contract';
import type { Queries } from '../../platform/db/db.ts';
import type { EmailContent, Line, ListItem } from '../../platform/email/content.ts';
import { findBrand } from '../../platform/email/find-brand.ts';
import { addDays } from '../../platform/local-time.ts';
import { summaryEmail } from '../digests/index.ts';
import { invitationEmail } from '../invitations/index.ts';
import { emailOf, reminderEmail, type From, type PendingFacts } from '../notifications/index.ts';
import type { CompanyRow } from '../companies/index.ts';
import type { GivenText } from './store.ts';

const OFFICER = { name: 'Dana Whitfield', jobTitle: 'Loan officer', phone: '(541) 555-0142' };

function sampleOf({ id, name }: CompanyRow, today: string): PendingFacts {
  return {
    id: 'sample',
    kind: 'REQUESTED',
    level: 'BORROWER',
    company_id: id,
    company_name: name,
    loan_id: 'sample',
    loan_name: 'Larkspur Bakery',
    loan_status: 'UNDERWRITING',
    unreviewed: false,
    actor_id: null,
    actor_given_name: 'Dana',
    actor_name: OFFICER.name,
    merge_key: '',
    detail: { day: today },
    element_id: null,
    title: '2026 profit and loss',
    from_rule: false,
    instructions: null,
    due_date: addDays(today, 3),
    promised_date: null,
    entity_name: 'Larkspur Bakery LLC',
    rejection_code: null,
    rejection_reason: 'The landlord’s signature is missing on page 9.',
    document_name: 'Lease.pdf',
    response_message: null,
    created_at: `${today}T12:00:00Z`,
  };
}

type Compose = (sample: PendingFacts, from: From, today: string) => EmailContent;

const several = (sample: PendingFacts): PendingFacts[] => [
  sample,
  { ...sample, title: 'Driver’s license', entity_name: 'Elena Marsh' },
];

const SAMPLES: Record<EmailKind, Compose> = {
  INVITATION: (sample, from) =>
    invitationEmail(
      { name: sample.company_name, ...from },
      {
        given_name: from.recipient ?? '',
        company_name: sample.company_name,
        loan_name: sample.loan_name,
        inviter_name: sample.actor_name,
        level: null,
      },
      from.site,
      from.texts,
    ),
  REQUESTS: (sample, from) => emailOf('REQUESTS', several(sample), from),
  REMINDERS: (sample, from) => reminderEmail(several({ ...sample, kind: 'REMINDED' }), from),
  REJECTED: (sample, from) =>
    emailOf('REVIEWS', [{ ...sample, kind: 'REJECTED', title: 'Commercial lease' }], from),
  APPROVED: (sample, from) => emailOf('REVIEWS', several({ ...sample, kind: 'APPROVED' }), from),
  STATUS: (sample, from) => emailOf('STATUS', [{ ...sample, kind: 'STATUS_CHANGED' }], from),
  SUMMARY: (sample, from, today) =>
    summaryEmail(
      {
        company: sample.company_name,
        news: [{ ...sample, kind: 'APPROVED', title: 'Articles of organization' }],
        todo: several(sample).map((fact) => ({
          id: fact.title!,
          loan_id: fact.loan_id,
          loan_name: fact.loan_name,
          title: fact.title!,
          from_rule: false,
          entity_name: fact.entity_name,
          due_date: fact.due_date,
          rejected: false,
          unusable: false,
        })),
        progress: { approved: 11, inReview: 3 },
        weekly: true,
        today,
      },
      from,
    ),
};

interface Previewed {
  readonly company: CompanyRow;
  readonly site: string;
  readonly text: GivenText;
}

export async function previewText(
  reads: Queries,
  { company, site, text }: Previewed,
): Promise<EmailPreview> {
  const { kind, subject, opening } = text;
  const brand = await findBrand(reads, company.id, undefined);
  const from: From = {
    site,
    recipient: 'Elena',
    texts: { [kind]: { subject, opening } },
    ...brand,
    officer: OFFICER,
  };
  const today = new Date().toISOString().slice(0, 10);
  return presentPreview(SAMPLES[kind](sampleOf(company, today), from, today));
}

const isButton = (line: Line): line is { link: string; words: string } =>
  typeof line === 'object' && 'link' in line && !('hint' in line);
const itemsOf = (line: Line): readonly ListItem[] =>
  typeof line === 'object' && 'items' in line ? line.items : [];

function presentPreview({ from, subject, title, lines, text }: EmailContent): EmailPreview {
  const firstBlock = lines.findIndex((line) => typeof line !== 'string');
  return {
    from,
    subject,
    title,
    opening: lines.slice(0, firstBlock).filter((line) => typeof line === 'string'),
    items: lines.flatMap(itemsOf).map((item) => ({
      title: item.title,
      notes: [...(item.notes ?? [])],
      aside: item.aside ?? null,
    })),
    button: lines.find(isButton)!.words,
    text,
  };
}
