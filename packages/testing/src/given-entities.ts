/** The part of the test data that is about entities: their identifiers are sealed as the product does it. */
import {
  divided,
  nameOf,
  type EntityKind,
  type EntityLabel,
  type Information,
} from '@cairn/contract/entity-fields';
import { openKey, placeOfIdentifiers, wrappedKey } from '@cairn/server/platform/company-keys';
import { seal } from '@cairn/server/platform/crypto';
import { newId } from '@cairn/server/platform/ids';
import type pg from 'pg';
import type { Account, Element, Loan } from './given-shapes.ts';

export interface Entity {
  companyId: string;
  loanId: string;
  id: string;
  loanEntityId: string;
  name: string;
  kind: EntityKind;
}

type Row = Record<string, unknown>;

export class GivenEntities {
  protected readonly client: pg.Client | pg.Pool;
  protected count = 0;

  constructor(client: pg.Client | pg.Pool) {
    this.client = client;
  }

  protected async insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    await this.client.query(
      `insert into cairn.${table} (${columns.join()}) values (${columns.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(row),
    );
  }

  /** An entity of the loan's company, with one version of information, on the loan. */
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
      ...NAMED[kind](over.name ?? `Entity ${(this.count += 1)}`),
      ...over.information,
    };
    const name = over.name ?? nameOf(kind, information);
    const entity = { companyId: loan.companyId, loanId: loan.id, id: newId(), name, kind };
    await this.insert('entity', {
      company_id: loan.companyId,
      id: entity.id,
      kind,
      name,
      account_id: over.account?.id ?? null,
    });
    const { fields, secrets } = divided(kind, information);
    const place = placeOfIdentifiers(loan.companyId, entity.id, 1);
    const sealed = Object.keys(secrets).length > 0;
    await this.insert('entity_information', {
      company_id: loan.companyId,
      entity_id: entity.id,
      version: 1,
      fields: JSON.stringify(fields),
      sealed: sealed
        ? seal(await this.companyKey(loan.companyId), place, JSON.stringify(secrets))
        : null,
      key_generation: sealed ? 1 : null,
      changed: Object.keys(information),
    });
    return { ...entity, loanEntityId: await this.onLoan(loan, entity, over) };
  }

  /** Puts an entity on another loan of its company. */
  async onLoan(
    loan: Loan,
    entity: { id: string },
    over: { labels?: EntityLabel[]; folder?: Element } = {},
  ): Promise<string> {
    const id = newId();
    await this.insert('loan_entity', {
      company_id: loan.companyId,
      id,
      loan_id: loan.id,
      entity_id: entity.id,
      labels: over.labels ?? [],
      folder_id: over.folder?.id ?? null,
    });
    return id;
  }

  async owner(owned: Entity, owner: Entity, percent: number, asOf: string | null = null) {
    await this.insert('ownership', {
      company_id: owned.companyId,
      owned_id: owned.id,
      owner_id: owner.id,
      share: Math.round(percent * 100),
      as_of: asOf,
    });
  }

  async detailField(loan: Loan, name: string, value: string | null = null): Promise<string> {
    const id = newId();
    await this.insert('loan_detail_field', {
      company_id: loan.companyId,
      id,
      loan_id: loan.id,
      name,
      type: 'TEXT',
      value,
      display_order: (this.count += 1),
    });
    return id;
  }

  private async companyKey(companyId: string): Promise<Buffer> {
    const secretKey = process.env['SECRET_KEY']!;
    const row = wrappedKey(secretKey, companyId, 1);
    await this.client.query(
      `insert into cairn.company_key (company_id, generation, wrapped, master)
       values ($1, 1, $2, $3) on conflict do nothing`,
      [companyId, row.wrapped, row.master],
    );
    const { rows } = await this.client.query<{
      company_id: string;
      generation: number;
      wrapped: Buffer;
    }>('select * from cairn.company_key where company_id = $1 and generation = 1', [companyId]);
    return openKey(secretKey, rows[0]!);
  }
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
