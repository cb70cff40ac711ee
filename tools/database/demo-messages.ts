/** Conversations between the people of the demo. */
import type { Account, TestData, Loan } from '@cairn/testing/factories/test-data';
import type pg from 'pg';
import type { Colleague } from './demo-data.ts';

type Speaker = Colleague | 'elena';

interface Conversation {
  loan: string;
  members: Speaker[];
  subject?: string;
  /** Messages: the sender, how many hours ago, and the text. */
  said: readonly (readonly [Speaker, number, string])[];
  /** Number of latest messages that a speaker has not read. */
  unread?: Partial<Record<Speaker, number>>;
}

const CONVERSATIONS: readonly Conversation[] = [
  {
    loan: 'SNFD-2075',
    members: ['dana', 'grace'],
    said: [['grace', 120, 'The contractor’s bid came in at $412,000. It is in the package.']],
  },
  {
    loan: 'RDFN-2071',
    members: ['dana', 'tom'],
    said: [
      ['tom', 99, 'Redfern asks what is still open before we order the appraisal.'],
      [
        'dana',
        97,
        'Here is the list:\n- 2025 business tax return\n- Debt schedule\n- Certificate of insurance',
      ],
    ],
  },
  {
    loan: 'JNSG-2048',
    members: ['dana', 'grace', 'priya'],
    said: [['grace', 75, 'The appraiser is on site Thursday at ten. I will meet her there.']],
  },
  {
    loan: 'BLHM-2052',
    members: ['dana', 'tom'],
    said: [
      ['dana', 74, 'The commitment letter is signed and back.'],
      ['tom', 73, 'Thank you! That was quick.'],
    ],
  },
  {
    loan: 'TMRK-2060',
    members: ['dana', 'marcus'],
    said: [
      ['marcus', 52, 'Can we close without the buy-sell agreement?'],
      ['dana', 50, 'No, the buy-sell needs both signatures. I have asked the partners for it.'],
    ],
  },
  {
    loan: 'LKSP-2041',
    members: ['dana', 'marcus'],
    subject: 'Lease',
    said: [
      [
        'marcus',
        30,
        'The lease on Mill Street ends two years before the loan does. Did you see that?',
      ],
      [
        'dana',
        29,
        'I did. There is a renewal option on page 12. Let’s ask for the landlord’s waiver.',
      ],
    ],
  },
  {
    loan: 'IRNW-1987',
    members: ['dana', 'priya'],
    said: [['priya', 4, 'Title cleared this morning. We can set the closing date.']],
  },
  {
    loan: 'CPCR-2016',
    members: ['dana', 'marcus'],
    said: [
      ['dana', 27, 'How does Copper Creek look to you?'],
      ['marcus', 3, 'The AR aging doesn’t tie to the balance sheet: it is $38,400 short.'],
    ],
    unread: { dana: 1 },
  },
  {
    loan: 'LKSP-2041',
    members: ['dana', 'marcus', 'elena'],
    said: [
      [
        'dana',
        67,
        'Hi Elena, a quick heads-up that five items are still open. The list is in your portal, sorted by due date.',
      ],
      ['elena', 64, 'Thanks Dana. I’ll ask our accountant for the K-1 on Monday.'],
      [
        'elena',
        2.6,
        'Morning! I uploaded the 2025 return and October statements. Is the lease still an issue?',
      ],
      [
        'marcus',
        2.4,
        'Thanks Elena. Page 9 of the lease didn’t come through, that’s the signature page. The rest looks good.',
      ],
      [
        'dana',
        2.2,
        'A phone photo of page 9 is fine. Put it under “Lease” in your task list and I’ll take it from there.',
      ],
      ['elena', 2, 'Got it, here you go.'],
      ['elena', 1.9, 'Is there anything else you need before underwriting?'],
    ],
    unread: { dana: 2, marcus: 2 },
  },
];

const HOUR = 3_600_000;

export async function holdConversations(
  given: TestData,
  loans: ReadonlyMap<string, Loan>,
  people: Record<Speaker, Account>,
): Promise<void> {
  for (const { loan, members, subject, said, unread = {} } of CONVERSATIONS) {
    const [first, ...rest] = said.map(([by, hours, body]) => ({
      by: people[by],
      body,
      at: new Date(Date.now() - hours * HOUR),
    }));
    const thread = await given.thread(
      loans.get(loan)!,
      members.map((member) => people[member]),
      [first!, ...rest],
      { ...(subject && { subject }) },
    );
    for (const member of members) await given.read(thread, [people[member]], unread[member] ?? 0);
  }
}

/** The borrower names a document of the package in one of her messages. */
export async function attachDocument(client: pg.Client, loan: Loan): Promise<void> {
  await client.query(
    `insert into cairn.message_attachment (company_id, message_id, document_id, thread_id, loan_id, place, shared)
     select m.company_id, m.id, e.answer_document_id, m.thread_id, m.loan_id, 0, false
     from cairn.message m
     join cairn.element e on e.company_id = m.company_id and e.loan_id = m.loan_id
     where m.company_id = $1 and m.loan_id = $2 and m.body = 'Got it, here you go.'
       and e.title = 'Commercial lease' and e.answer_document_id is not null`,
    [loan.companyId, loan.id],
  );
}
