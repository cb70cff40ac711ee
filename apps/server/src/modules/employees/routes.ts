import { employees } from '@cairn/contract/employees';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Homes } from '../../platform/cells/cells.ts';
import { routes } from '../../platform/handler.ts';
import { hashAddress } from '../../platform/crypto.ts';
import type { Db, Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { createCompany } from '../companies/index.ts';
import {
  changeInvited,
  findDescribed,
  invitedEmployees,
  inviteEmployee,
  lockInvited,
  resendInvitation,
  cancelInvitation,
} from '../invitations/index.ts';
import { changeDetails, changeLevel, removeEmployee, renewUploadCode } from './change-employee.ts';
import { employeePolicy, workplacePolicy } from './policy.ts';
import { presentEmployee, presentInvited, presentPublicDetails } from './present.ts';
import {
  findEmployee,
  findPublicDetails,
  findWorkplace,
  listedEmployees,
  lockedAddresses,
  searchPeople,
  hasEmployeeWithAddress,
  type Workplace,
} from './store.ts';
import { findAccountById, closeAccount, withOwnPassword } from '../auth/index.ts';

interface Deps {
  readonly secretKey: string;
  readonly site: string;
  readonly db: Db;
  readonly homes: Pick<Homes, 'releaseClosed'>;
}

export const employeeRoutes = ({ secretKey, site, db, homes }: Deps) => {
  const hashOf = (address: string): Buffer => hashAddress(secretKey, address);
  const uploadPage = (code: string) => ({
    url: `${site}/anonymous?lenderUniqueCode=${code}`,
    lenderUniqueCode: code,
  });

  async function shownEmployee(tx: Tx, actor: Actor, companyId: string, accountId: string) {
    const row = await employeeOf(tx, actor, companyId, accountId);
    const locked = await lockedAddresses(tx, [hashOf(row.email_address)]);
    return presentEmployee(actor, row, locked.size > 0);
  }
  async function shownInvited(tx: Tx, actor: Actor, company: Workplace, id: string) {
    return presentInvited(actor, company, (await findDescribed(tx, company.id, id))!);
  }

  return routes(employees, {
    createCompanyUser: ({ actor, body, write }) =>
      write(async (tx) => {
        const company = await createCompany(tx, actor, body.company);
        const id = await inviteEmployee(tx, {
          companyId: company.id,
          invitedBy: actor.accountId,
          person: body.user,
          level: 'OWNER',
        });
        const workplace = await workplaceOf(tx, actor, company.id);
        return { company, user: await shownInvited(tx, actor, workplace, id) };
      }),

    listEmployees: async ({ actor, params, reads }) => {
      const company = await workplaceOf(reads, actor, params.companyId);
      const [rows, invited] = await reads.together(
        listedEmployees(actor, company.id),
        invitedEmployees(company.id),
      );
      const hashes = new Map(rows.map((row) => [row.account_id, hashOf(row.email_address)]));
      const locked = await lockedAddresses(reads, [...hashes.values()]);
      const isLocked = (id: string) => locked.has(hashes.get(id)!.toString('hex'));
      return {
        company: { id: company.id, name: company.name },
        employees: [
          ...rows.map((row) => presentEmployee(actor, row, isLocked(row.account_id))),
          ...invited.map((row) => presentInvited(actor, company, row)),
        ],
        abilities: { add: workplacePolicy.invite(actor, company) },
      };
    },

    updateEmployeeInfo: ({ actor, body: { userId, companyId, ...details }, write }) =>
      write(async (tx) => {
        const id = userId ?? actor.accountId;
        const employee = await employeeOf(tx, actor, companyIdOf(actor, companyId), id);
        const presented = authorize(employeePolicy, 'present', actor, employee);
        await changeDetails(tx, presented, details, actor.accountId);
        return presentPublicDetails(
          (await findPublicDetails(tx, actor, id, presented.company_id))!,
        );
      }),

    getEmployeePublicDetails: async ({ actor, params, query, reads }) => {
      const row = await findPublicDetails(reads, actor, params.id, query.companyId);
      if (!row) throw new ApiError('NOT_FOUND');
      return presentPublicDetails(row);
    },

    getSecureUploadPageUrl: async ({ actor, query: { userId, companyId }, reads }) => {
      const id = userId ?? actor.accountId;
      const employee = await employeeOf(reads, actor, companyIdOf(actor, companyId), id);
      return uploadPage(employee.unique_code);
    },

    renewSecureUploadPageUrl: ({ actor, body: { userId, companyId }, write }) =>
      write(async (tx) => {
        const id = userId ?? actor.accountId;
        const employee = await employeeOf(tx, actor, companyIdOf(actor, companyId), id);
        const presented = authorize(employeePolicy, 'present', actor, employee);
        return uploadPage(await renewUploadCode(tx, presented, actor.accountId));
      }),

    addUser: ({ actor, body: { companyId, level, ...person }, write }) =>
      write(async (tx) => {
        const workplace = await workplaceOf(tx, actor, companyIdOf(actor, companyId));
        const company = authorize(workplacePolicy, 'invite', actor, workplace);
        if (await hasEmployeeWithAddress(tx, company.id, person.emailAddress)) {
          throw invalidField('emailAddress', 'This person is already an employee');
        }
        const asking = { companyId: company.id, invitedBy: actor.accountId, person, level };
        return shownInvited(tx, actor, company, await inviteEmployee(tx, asking));
      }),

    editUser: ({ actor, params: { id }, body: { companyId: askedId, ...changes }, write }) =>
      write(async (tx) => {
        const companyId = companyIdOf(actor, askedId);
        const invited = await lockInvited(tx, companyId, id);
        if (invited) {
          const company = await managedWorkplace(tx, actor, companyId);
          await changeInvited(tx, invited, actor.accountId, {
            ...(changes.givenName && { given_name: changes.givenName }),
            ...(changes.familyName && { family_name: changes.familyName }),
            ...(changes.level && { level: changes.level }),
          });
          return shownInvited(tx, actor, company, id);
        }
        const employee = await employeeOf(tx, actor, companyId, id);
        const managed = authorize(employeePolicy, 'manage', actor, employee);
        if (changes.givenName ?? changes.familyName) {
          throw invalidField('givenName', 'People change their name themselves');
        }
        if (changes.level) await changeLevel(tx, managed, changes.level, actor.accountId);
        const { jobTitle, phone, introduction } = changes;
        const presented = authorize(employeePolicy, 'present', actor, employee);
        await changeDetails(tx, presented, { jobTitle, phone, introduction }, actor.accountId);
        return shownEmployee(tx, actor, companyId, id);
      }),

    removeUser: ({ actor, params: { id }, query, write }) =>
      write(async (tx) => {
        const companyId = companyIdOf(actor, query.companyId);
        const invited = await lockInvited(tx, companyId, id);
        if (invited) {
          await managedWorkplace(tx, actor, companyId);
          await cancelInvitation(tx, invited, actor.accountId);
        } else {
          const employee = await employeeOf(tx, actor, companyId, id);
          await removeEmployee(
            tx,
            authorize(employeePolicy, 'manage', actor, employee),
            actor.accountId,
          );
        }
        return { success: true };
      }),

    resendInvitation: ({ actor, params: { id }, body, write }) =>
      write(async (tx) => {
        const companyId = companyIdOf(actor, body.companyId);
        const company = await workplaceOf(tx, actor, companyId);
        const invited = await lockInvited(tx, companyId, id);
        if (!invited) throw new ApiError('NOT_FOUND');
        authorize(workplacePolicy, 'invite', actor, company);
        await resendInvitation(tx, invited, actor.accountId);
        return shownInvited(tx, actor, company, id);
      }),

    searchUsers: async ({ actor, query, reads }) => {
      const people = await reads.run(searchPeople(actor, query.query));
      return {
        users: people.map((row) => ({
          id: row.id,
          givenName: row.given_name,
          familyName: row.family_name,
          emailAddress: row.email_address,
        })),
      };
    },

    closeAccount: async ({ actor, query, body, reads, write, http }) => {
      const userId = body.userId ?? query.userId ?? actor.accountId;
      if (userId !== actor.accountId) {
        if (!isPlatformAdmin(actor)) throw new ApiError('UNAUTHORIZED');
        const account = await findAccountById(reads, userId);
        const result = await write(async (tx) => {
          if (!(await findAccountById(tx, userId))) throw new ApiError('NOT_FOUND');
          await closeAccount(tx, userId, actor.accountId);
          return { success: true };
        });
        if (account) await homes.releaseClosed({ id: userId, emailAddress: account.email_address });
        return result;
      }
      if (!body.password) throw invalidField('password', 'Required');
      const confirmation = { field: 'password', password: body.password };
      const door = { secretKey, reads, write, http, db };
      const me = await findAccountById(reads, userId);
      const changed = await withOwnPassword(door, userId, confirmation, async (tx) => {
        await closeAccount(tx, userId, userId);
        return { success: true };
      });
      if (me) await homes.releaseClosed({ id: userId, emailAddress: me.email_address });
      http.endSession();
      return changed;
    },
  });
};

/** Staff may leave out the company; administrators must name one. */
function companyIdOf(actor: Actor, askedId: string | undefined): string {
  const companyId = askedId ?? actor.companyId;
  if (!companyId) throw new ApiError('NOT_FOUND');
  return companyId;
}

async function workplaceOf(reads: Queries, actor: Actor, companyId: string): Promise<Workplace> {
  const company = await findWorkplace(reads, actor, companyId);
  if (!company) throw new ApiError('NOT_FOUND');
  return company;
}

const managedWorkplace = async (tx: Tx, actor: Actor, companyId: string) =>
  authorize(workplacePolicy, 'invite', actor, await workplaceOf(tx, actor, companyId));

async function employeeOf(reads: Queries, actor: Actor, companyId: string, accountId: string) {
  const employee = await findEmployee(reads, actor, companyId, accountId);
  if (!employee) throw new ApiError('NOT_FOUND');
  return employee;
}
