/** The actual state of database, Temporal and object storage, read without the application. */
import { createHash } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { violations } from '@cairn/server/platform/db/migrate';
import { Bucket } from '@cairn/server/platform/object-storage';
import pg from 'pg';
import { databaseUrl } from './settings.ts';

export interface Kept {
  readonly accountId: string;
  readonly key: string;
  readonly createdAt: number;
  readonly replyId: string;
}
export interface DocumentFact {
  readonly id: string;
  readonly objectKey: string;
  readonly vaultKey: string | null;
  readonly state: string;
  readonly sha256: string | null;
}
/** An audit entry, and whether its event exists. */
export interface Happened {
  readonly id: string;
  readonly kind: string;
  readonly actorId: string | null;
  readonly loanId: string;
  readonly documentId: string | null;
  readonly elementId: string | null;
  readonly state: string | null;
  readonly hasEvent: boolean;
}
export interface Facts {
  readonly kept: ReadonlyMap<string, Kept>;
  readonly documents: readonly DocumentFact[];
  /** The document that answers an element, by the element's id. */
  readonly answers: ReadonlyMap<string, string>;
  /** All pins, as "loan account". */
  readonly pins: ReadonlySet<string>;
  /** In the order of each loan's audit chain. */
  readonly happened: readonly Happened[];
  readonly undispatched: number;
  readonly violations: readonly string[];
}

export async function readFacts(): Promise<Facts> {
  const client = new pg.Client(databaseUrl('postgres'));
  await client.connect();
  const rows = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];
  try {
    await client.query('set search_path to cairn');
    const keptReplies = await rows<Kept>(KEPT);
    const answers = await rows<{ id: string; document: string }>(ANSWERS);
    const pins = await rows<{ pin: string }>(PINS);
    const [waiting] = await rows<{ count: number }>(UNDISPATCHED);
    return {
      kept: new Map(keptReplies.map((each) => [each.key, each])),
      documents: await rows<DocumentFact>(DOCUMENTS),
      answers: new Map(answers.map(({ id, document }) => [id, document])),
      pins: new Set(pins.map(({ pin }) => pin)),
      happened: await rows<Happened>(HAPPENED),
      undispatched: waiting!.count,
      violations: await violations(databaseUrl('postgres')),
    };
  } finally {
    await client.end();
  }
}

const KEPT = `select account_id as "accountId", key, reply ->> 'id' as "replyId",
  extract(epoch from created_at)::float8 * 1000 as "createdAt" from idempotency`;
const DOCUMENTS = `select id, object_key as "objectKey", vault_key as "vaultKey", virus_scan_state as state,
  encode(sha256, 'hex') as sha256 from document`;
const ANSWERS = `select id, answer_document_id as document from element
  where answer_document_id is not null`;
const PINS = `select loan_id || ' ' || account_id as pin from loan_pin`;
const HAPPENED = `select a.id, a.kind, a.actor_id as "actorId", a.loan_id as "loanId",
    a.detail ->> 'documentId' as "documentId", a.detail ->> 'elementId' as "elementId",
    a.detail ->> 'state' as state, e.id is not null as "hasEvent"
  from audit_entry a left join event e on (e.company_id, e.id) = (a.company_id, a.id)
  order by a.company_id, a.chain_id, a.position`;
const UNDISPATCHED = `select count(*)::int as count from event
  where workflow is not null and dispatched_at is null`;
const UNSCANNED = `select count(*)::int as count from event e
  join document d on d.id = (e.input ->> 'documentId')::uuid
  where e.workflow = 'scanDocument' and d.virus_scan_state <> 'CLEAN'`;

const UNREAD = `select count(*)::int as count from document where content_state in ('PROCESSING', 'READING')`;

/** The number of unfinished workflows and undispatched events; a finished scan adds more. */
export async function countUnfinished(): Promise<number> {
  const client = new pg.Client(databaseUrl('postgres'));
  await client.connect();
  try {
    await client.query('set search_path to cairn');
    const counts = await Promise.all(
      [UNSCANNED, UNREAD, UNDISPATCHED].map((sql) => client.query<{ count: number }>(sql)),
    );
    return counts.reduce((sum, { rows }) => sum + rows[0]!.count, 0);
  } finally {
    await client.end();
  }
}

export interface Engine {
  /** 'COMPLETED', 'RUNNING' and so on, or 'ABSENT'. */
  stateOf(workflowId: string): Promise<string>;
  /** The number of runs of scans in the drill's queues. */
  countRuns(): Promise<number>;
  close(): Promise<void>;
}

export async function connectEngine(address: string, taskQueue: string): Promise<Engine> {
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection });
  return {
    stateOf: async (workflowId) => {
      try {
        return (await workflow.getHandle(workflowId).describe()).status.name;
      } catch (error) {
        if (error instanceof Error && error.name === 'WorkflowNotFoundError') return 'ABSENT';
        throw error;
      }
    },
    countRuns: async () =>
      (
        await workflow.count(
          `TaskQueue STARTS_WITH '${taskQueue}' AND WorkflowType = 'scanDocument'`,
        )
      ).count,
    close: () => connection.close(),
  };
}

export interface Stored {
  sha256Of(vaultKey: string): Promise<string>;
  close(): void;
}

export function connectStore(env: Record<string, string>): Stored {
  const endpoint = { endpoint: env['S3_ENDPOINT']!, region: env['S3_REGION']! };
  const vault = new Bucket(endpoint, env['S3_VAULT_BUCKET']!, {
    accessKeyId: env['S3_WORKER_ACCESS_KEY_ID']!,
    secretAccessKey: env['S3_WORKER_SECRET_ACCESS_KEY']!,
  });
  return {
    sha256Of: async (vaultKey) => {
      const hash = createHash('sha256');
      for await (const chunk of await vault.read(vaultKey)) hash.update(chunk as Buffer);
      return hash.digest('hex');
    },
    close: () => vault.close(),
  };
}
