/** Factories for entities. Identifiers are encrypted as the product does it. */
import { CREDIT_CONSENT_VERSION, type CreditReport, type CreditService } from '@cairn/contract';
import { creditTierOf } from '@cairn/contract/field-checks';
import {
  splitSecrets,
  nameOf,
  type EntityKind,
  type EntityLabel,
  type Information,
} from '@cairn/contract/entity-fields';
import { openKey, placeOfIdentifiers, wrappedKey } from '@cairn/server/platform/company-keys';
import { seal } from '@cairn/server/platform/crypto';
import { newId } from '@cairn/server/platform/ids';
import type { Account, Element, Loan } from './shapes.ts';
import type { RowWriter } from './row-writer.ts';

export interface Entity {
  companyId: string;
  loanId: string;
  id: string;
  loanEntityId: string;
  name: string;
  kind: EntityKind;
}

const EMPTY_REPORT = {
  score: null,
  scoreModel: null,
  factors: [],
  summary: {
    trades: null,
    balance: null,
    pastDue: null,
    monthlyPayment: null,
    publicRecords: null,
    collections: null,
    inquiries: null,
  },
  trades: [],
  flags: [],
};

export function entityFactory(rows: RowWriter) {
  async function companyKey(companyId: string): Promise<Buffer> {
    const secretKey = process.env['SECRET_KEY']!;
    const row = wrappedKey(secretKey, companyId, 1);
    await rows.client.query(
      `insert into cairn.company_key (company_id, generation, wrapped, master)
       values ($1, 1, $2, $3) on conflict do nothing`,
      [companyId, row.wrapped, row.master],
    );
    const result = await rows.client.query<{
      company_id: string;
      generation: number;
      wrapped: Buffer;
    }>('select * from cairn.company_key where company_id = $1 and generation = 1', [companyId]);
    return openKey(secretKey, result.rows[0]!);
  }

  const factory = {
    /** An entity of the loan's company, on the loan, with one version of its information. */
    async entity(
      loan: Loan,
      over: Partial<{
        kind: EntityKind;
        name: string;
        information: Information;
        labels: EntityLabel[];
        account: Account;
        folder: Element;
      }> = {},
    ): Promise<Entity> {
      const kind = over.kind ?? (over.account ? 'INDIVIDUAL' : 'COMPANY');
      const information = {
        ...NAMED[kind](over.name ?? `Entity ${(rows.count += 1)}`),
        ...over.information,
      };
      const name = over.name ?? nameOf(kind, information);
      const entity = { companyId: loan.companyId, loanId: loan.id, id: newId(), name, kind };
      await rows.insert('entity', {
        company_id: loan.companyId,
        id: entity.id,
        kind,
        name,
        account_id: over.account?.id ?? null,
      });
      const { fields, secrets } = splitSecrets(kind, information);
      const place = placeOfIdentifiers(loan.companyId, entity.id, 1);
      const sealed = Object.keys(secrets).length > 0;
      await rows.insert('entity_information', {
        company_id: loan.companyId,
        entity_id: entity.id,
        version: 1,
        fields: JSON.stringify(fields),
        sealed: sealed
          ? seal(await companyKey(loan.companyId), place, JSON.stringify(secrets))
          : null,
        key_generation: sealed ? 1 : null,
        changed: Object.keys(information),
      });
      return { ...entity, loanEntityId: await factory.onLoan(loan, entity, over) };
    },

    /** Adds an entity to another loan of its company. */
    async onLoan(
      loan: Loan,
      entity: { id: string },
      over: { labels?: EntityLabel[]; folder?: Element } = {},
    ): Promise<string> {
      const id = newId();
      await rows.insert('loan_entity', {
        company_id: loan.companyId,
        id,
        loan_id: loan.id,
        entity_id: entity.id,
        labels: over.labels ?? [],
        folder_id: over.folder?.id ?? null,
      });
      return id;
    },

    /** The person's own consent, to the current text. */
    async creditConsent(account: Account, daysAgo = 0): Promise<void> {
      await rows.client.query(
        `insert into cairn.credit_consent (account_id, version, network_address, given_at)
         values ($1, $2, '192.0.2.7', now() - make_interval(days => $3)) on conflict do nothing`,
        [account.id, CREDIT_CONSENT_VERSION, daysAgo],
      );
    },

    /** A finished credit run; that of an individual uses the consent of `account`. */
    async creditReport(
      loan: Loan,
      entity: { id: string },
      run: {
        service: CreditService;
        content: Pick<CreditReport, 'score'> & Partial<CreditReport>;
        account?: Account;
        by?: Account;
        daysAgo?: number;
      },
    ): Promise<string> {
      const id = newId();
      const { score, flags = [] } = run.content;
      const report = { ...EMPTY_REPORT, ...run.content };
      const place = `credit report ${loan.companyId} ${id}`;
      const at = new Date(Date.now() - (run.daysAgo ?? 0) * 86_400_000).toISOString();
      await rows.insert('credit_run', {
        company_id: loan.companyId,
        id,
        loan_id: loan.id,
        entity_id: entity.id,
        service: run.service,
        state: 'DONE',
        scheduled_by: run.by?.id ?? null,
        consent_account_id: run.account?.id ?? null,
        consent_version: run.account ? CREDIT_CONSENT_VERSION : null,
        consent_at: run.account ? at : null,
        credit_tier: (score !== null && creditTierOf(score)) || null,
        flags: score === null ? flags.filter(({ raised }) => raised).length : null,
        sealed: seal(await companyKey(loan.companyId), place, JSON.stringify(report)),
        key_generation: 1,
        scheduled_at: at,
        started_at: at,
        finished_at: at,
      });
      return id;
    },

    async owner(owned: Entity, owner: Entity, percent: number, asOf: string | null = null) {
      await rows.insert('ownership', {
        company_id: owned.companyId,
        owned_id: owned.id,
        owner_id: owner.id,
        share: Math.round(percent * 100),
        as_of: asOf,
      });
    },

    async detailField(loan: Loan, name: string, value: string | null = null): Promise<string> {
      const id = newId();
      await rows.insert('loan_detail_field', {
        company_id: loan.companyId,
        id,
        loan_id: loan.id,
        name,
        type: 'TEXT',
        value,
        display_order: (rows.count += 1),
      });
      return id;
    },
  };
  return factory;
}

const NAMED: Record<EntityKind, (name: string) => Information> = {
  INDIVIDUAL: (name) => {
    const [givenName = name, ...rest] = name.split(' ');
    return { givenName, familyName: rest.join(' ') || 'Person' };
  },
  COMPANY: (name) => ({ legalName: name, entityType: 'LLC' }),
  TRUST: (name) => ({ trustName: name }),
  REAL_ESTATE_ASSET: (title) => ({ title, street: '1 Main St', city: 'Bend', state: 'OR' }),
  EQUIPMENT_ASSET: (title) => ({ title }),
  BANK_ASSET: (title) => ({ title, institution: 'First Bank' }),
  OTHER_ASSET: (title) => ({ title }),
};
