/** Notes of the lender's team about a loan of the demo. */
import type { Account, Company, Loan } from '@cairn/testing/factories/test-data';
import type pg from 'pg';
import type { Colleague } from './demo-data.ts';

interface DemoNote {
  by: Colleague;
  hoursAgo: number;
  text: string;
  status: 'NONE' | 'OPEN' | 'DONE';
  /** The document of the loan that the note is about. */
  about?: string;
  page?: number;
  mentions?: Colleague[];
  reply?: { by: Colleague; hoursAgo: number; text: string; mentions: Colleague[] };
}

const NOTES: readonly DemoNote[] = [
  {
    by: 'marcus',
    hoursAgo: 70,
    text: 'Confirm the landlord’s name against the deed.',
    status: 'DONE',
  },
  {
    by: 'dana',
    hoursAgo: 45,
    text: 'The seller note subordination is drafted. @Marcus Oyelaran wants it in before the credit memo.',
    status: 'OPEN',
    mentions: ['marcus'],
  },
  {
    by: 'marcus',
    hoursAgo: 5,
    text: '@Dana Whitfield is the renewal option assignable? The term ends 2029, the loan runs to 2036.',
    status: 'OPEN',
    about: 'Commercial lease',
    page: 3,
    mentions: ['dana'],
    reply: {
      by: 'dana',
      hoursAgo: 4,
      text: 'Yes, section 12.1 allows it. I’ll ask for a landlord waiver. @Priya Raman fine for closing?',
      mentions: ['priya'],
    },
  },
];

export async function writeNotes(
  client: pg.Client,
  company: Company,
  loan: Loan,
  people: Record<Colleague, Account>,
): Promise<void> {
  const insert = async (
    { by, hoursAgo, text, mentions = [] }: Pick<DemoNote, 'by' | 'hoursAgo' | 'text' | 'mentions'>,
    { status = 'NONE', about, page, replyTo }: Partial<DemoNote> & { replyTo?: string },
  ): Promise<string> => {
    const { rows } = await client.query<{ id: string }>(
      `insert into cairn.note (company_id, loan_id, element_id, page, reply_to_id, author_id, body, status, created_at)
       values ($1, $2, (select id from cairn.element where company_id = $1 and loan_id = $2 and title = $3
           and storage_type = 'FILE' limit 1),
         $4, $5, $6, $7, $8, now() - make_interval(hours => $9)) returning id`,
      [
        company.id,
        loan.id,
        about ?? null,
        page ?? null,
        replyTo ?? null,
        people[by].id,
        text,
        status,
        hoursAgo,
      ],
    );
    const { id } = rows[0]!;
    for (const name of mentions) {
      await client.query(
        'insert into cairn.note_mention (company_id, note_id, account_id) values ($1, $2, $3)',
        [company.id, id, people[name].id],
      );
    }
    return id;
  };
  for (const note of NOTES) {
    const id = await insert(note, note);
    if (note.reply) await insert(note.reply, { replyTo: id });
  }
}
