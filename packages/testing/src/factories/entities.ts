/** The part of the test data that is about entities: their identifiers are sealed as the product does it. */
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

export function entityFactory(rows: RowWriter) {
  async function companyKey(companyId: string): Promise<Buffer> {
    const secretKey = process.env['SECRET_KEY']!;
    const row = wrappedKey(secretKey, companyId, 1);
    await rows.client.query(
      `insert into cairn.company_key (company_id, generation, wrapped, master)
       values ($1, 1, $2, $3) on conflict do nothing`,
      [companyId, row.wrapped, row.master],
    );
    const found = await rows.client.query<{
      company_id: string;
      generation: number;
      wrapped: Buffer;
    }>('select * from cairn.company_key where company_id = $1 and generation = 1', [companyId]);
    return openKey(secretKey, found.rows[0]!);
  }

  const factory = {
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

    /** Puts an entity on another loan of its company. */
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
