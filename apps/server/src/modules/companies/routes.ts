import { applicationRolesOf } from '@cairn/contract';
import { companies } from '@cairn/contract/companies';
import { isPlatformAdmin, isStaff } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  companySeenBy,
  isSubdomainUsed,
  saveSubrole,
  setExcelTemplate,
  updateCompany,
} from './companies.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { deletePhases, savePhases } from './phases.ts';
import { companyPolicy } from './policy.ts';
import {
  logoAddress,
  presentDetails,
  presentPhases,
  presentPlan,
  presentSummary,
} from './present.ts';
import {
  selectBrandingBySubdomain,
  selectBranding,
  companiesByName,
  companiesOfLoans,
  companyById,
  employeesOf,
  findCompanyDocument,
  logoOf,
  phasesOf,
  subrolesOf,
} from './store.ts';
import { activeLoansOf } from './loan-plan-store.ts';

export const companyRoutes = () =>
  routes(companies, {
    isSubdomainUsed: async ({ params, reads }) => ({
      used: await isSubdomainUsed(reads, params.subdomain, null),
    }),

    isSubdomainUsedByOthers: async ({ actor, params, reads }) => {
      const company = await companySeenBy(reads, actor, params.companyId);
      authorize(companyPolicy, 'edit', actor, company);
      return { used: await isSubdomainUsed(reads, params.subdomain, company.id) };
    },

    getCompany: async ({ actor, params, reads }) => {
      const company = await companySeenBy(reads, actor, params.companyId);
      if (!isStaff(actor) && !isPlatformAdmin(actor)) {
        return {
          ...presentSummary(company),
          employees: null,
          loanPlans: null,
          applicationRoles: null,
          excelTemplateId: null,
        };
      }
      const [employees, [active]] = await reads.together(
        employeesOf(company.id),
        activeLoansOf(company.id),
      );
      return {
        ...presentSummary(company),
        employees: employees.map((row) => ({
          id: row.account_id,
          givenName: row.given_name,
          familyName: row.family_name,
        })),
        loanPlans: [presentPlan(company, active!.loans)],
        applicationRoles: applicationRolesOf(company.application_roles),
        excelTemplateId: company.excel_template_id,
      };
    },

    listCompanies: async ({ actor, query: { search, cursor, limit }, reads }) => {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      // One row more than the page shows whether there is a next page.
      const rows = await reads.run(companiesByName(actor, { search, after, limit: limit + 1 }));
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        companies: page.map(presentSummary),
        nextCursor: last ? writeCursor({ name: last.sort_name, id: last.id }) : null,
      };
    },

    savePhases: ({ actor, body, write }) =>
      write(async (tx) => presentPhases(actor, await savePhases(tx, actor, body))),

    deletePhases: ({ actor, query, body, write }) =>
      write(async (tx) => {
        const ids = [...new Set([...(query.id ?? []), ...body.map(({ id }) => id)])];
        return presentPhases(actor, await deletePhases(tx, actor, ids));
      }),

    listPhases: async ({ params: { companyId }, actor, reads }) => {
      const [[company], rows] = await reads.together(
        companyById(actor, companyId),
        phasesOf(companyId),
      );
      if (!company) throw new ApiError('NOT_FOUND');
      return presentPhases(actor, rows);
    },

    getCompanyLogo: async ({ params, reads }) => {
      const [company] = await reads.run(selectBranding(params.companyId));
      if (!company) throw new ApiError('NOT_FOUND');
      return { name: company.name, logo: logoAddress(company.id, company.logo_version) };
    },

    getCompanyLogoImage: async ({ params, query, reads, http }) => {
      const [logo] = await reads.run(logoOf(params.companyId));
      if (!logo) throw new ApiError('NOT_FOUND');
      const caching = query.version === logo.logo_version ? 'lasting' : 'asked';
      return http.sendImage(logo.content, logo.content_type, caching);
    },

    listCompaniesForBorrower: async ({ actor, reads }) => ({
      companies: (await reads.run(companiesOfLoans(actor))).map(presentSummary),
    }),

    getLoanPlan: async ({ actor, params, reads }) => {
      const company = authorize(
        companyPolicy,
        'seePlan',
        actor,
        await companySeenBy(reads, actor, params.companyId),
      );
      const [active] = await reads.run(activeLoansOf(company.id));
      return presentPlan(company, active!.loans);
    },

    updateCompany: ({ actor, params, body, write }) =>
      write(async (tx) =>
        presentDetails(actor, await updateCompany(tx, actor, params.companyId, body)),
      ),

    listSubroles: async ({ actor, params, reads }) => {
      const [[company], rows] = await reads.together(
        companyById(actor, params.id),
        subrolesOf(params.id),
      );
      if (!company) throw new ApiError('NOT_FOUND');
      return {
        subroles: rows.map(({ id, company_id, name }) => ({ id, companyId: company_id, name })),
      };
    },

    saveSubrole: ({ actor, body, write }) => write((tx) => saveSubrole(tx, actor, body)),

    getCompanyDetails: async ({ actor, params, reads }) =>
      presentDetails(actor, await companySeenBy(reads, actor, params.id)),

    getSubdomainLogoStub: async ({ reads, http }) => {
      // Queried in every case, so that an unknown name takes the same time.
      const [company] = await reads.run(selectBrandingBySubdomain(http.subdomain ?? ''));
      if (!company) return { name: null, logo: null };
      return { name: company.name, logo: logoAddress(company.id, company.logo_version) };
    },

    getExcelTemplateId: async ({ actor, params, reads }) => {
      const company = await companySeenBy(reads, actor, params.id);
      const templateId = company.excel_template_id;
      const document = templateId && (await findCompanyDocument(reads, company.id, templateId));
      return {
        excelTemplateId: templateId,
        name: document ? document.name : null,
        virusScanState: document ? document.virus_scan_state : null,
      };
    },

    setExcelTemplateId: ({ actor, params, write }) =>
      write(async (tx) => {
        const document = await setExcelTemplate(tx, actor, params);
        return {
          excelTemplateId: document.id,
          name: document.name,
          virusScanState: document.virus_scan_state,
        };
      }),
  });
