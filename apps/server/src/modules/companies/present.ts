import {
  API_BASE_PATH,
  applicationRolesOf,
  PHASE_CATEGORIES,
  type CompanyDetails,
  type CompanySummary,
  type LoanPlan,
  type PhaseCategory,
  type PhaseWithTotals,
} from '@cairn/contract';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { companyPolicy } from './policy.ts';
import type { CompanyRow, PhaseRow, SummaryRow } from './store.ts';

export const logoAddress = (companyId: string, version: string | null): string | null =>
  version === null
    ? null
    : `${API_BASE_PATH}/v1/lenders/logo/${companyId}/image?version=${version}`;

export const presentSummary = (row: SummaryRow): CompanySummary => ({
  id: row.id,
  name: row.name,
  subdomain: row.subdomain,
  logo: logoAddress(row.id, row.logo_version),
});

/** Without seconds, which the page cannot set. */
const minutes = (time: string): string => time.slice(0, 5);

export const presentDetails = (actor: Actor, row: CompanyRow): CompanyDetails => ({
  ...presentSummary(row),
  settings: {
    fourEyesApproval: row.four_eyes_approval,
    passwordExpiryDays: row.password_expiry_days,
    quietHours:
      row.quiet_from === null || row.quiet_until === null
        ? null
        : { from: minutes(row.quiet_from), until: minutes(row.quiet_until) },
    timezoneId: row.timezone_id,
    applicationRoles: applicationRolesOf(row.application_roles),
  },
  abilities: { edit: companyPolicy.edit(actor, row) },
});

export const presentPlan = (row: CompanyRow, activeLoans: number): LoanPlan => ({
  name: row.plan_name,
  maximumActiveLoans: row.plan_max_active_loans,
  features: row.plan_features,
  activeLoans,
});

const seesTotals = (actor: Actor): boolean => isStaff(actor) || isPlatformAdmin(actor);

function categoryTotals(actor: Actor, rows: readonly PhaseRow[]) {
  if (!seesTotals(actor)) return null;
  const totals = PHASE_CATEGORIES.map((category) => {
    const categoryRows = rows.filter((row) => row.category === category);
    const loanCount = categoryRows.reduce((sum, { loans }) => sum + (loans ?? 0), 0);
    const loanAmount = categoryRows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    return [category, { loanCount, loanAmount }] as const;
  });
  return Object.fromEntries(totals) as Record<
    PhaseCategory,
    { loanCount: number; loanAmount: number }
  >;
}

/** By its flag or its name, as the specification defines. */
const isServicing = ({ category, name, servicing }: PhaseRow): boolean =>
  category === 'PORTFOLIO' && (servicing || name.toLowerCase().includes('servicing'));

function phaseTotals(actor: Actor, rows: readonly PhaseRow[]): PhaseWithTotals[] {
  const showsTotals = seesTotals(actor);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lenderId: row.company_id,
    displayOrder: row.display_order,
    category: row.category,
    releases: showsTotals ? row.releases : null,
    servicing: isServicing(row),
    loanCount: showsTotals ? (row.loans ?? 0) : null,
    loanAmount: showsTotals ? (row.amount ?? 0) : null,
  }));
}

export const presentPhases = (actor: Actor, rows: readonly PhaseRow[]) => ({
  phases: phaseTotals(actor, rows),
  categories: categoryTotals(actor, rows),
});
