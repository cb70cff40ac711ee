import { accounts } from './accounts.ts';
import { answers } from './answers.ts';
import { applications } from './applications.ts';
import { applying } from './applying.ts';
import { audit } from './audit.ts';
import { actions } from './actions.ts';
import { calendar } from './calendar.ts';
import { charts } from './charts.ts';
import { companies } from './companies.ts';
import { detail } from './details.ts';
import { devices } from './devices.ts';
import { documents } from './documents.ts';
import { elementWrites, formElements } from './element-writes.ts';
import { elements } from './elements.ts';
import { entities } from './entities.ts';
import { events } from './events.ts';
import { identity } from './identity.ts';
import { labels } from './labels.ts';
import { lists } from './lists.ts';
import { loanStates } from './loan-states.ts';
import { loans } from './loans.ts';
import { profile } from './profile.ts';
import { maintenance } from './maintenance.ts';
import { drafts } from './message-drafts.ts';
import { messages } from './messages.ts';
import { packages } from './packages.ts';
import { parties } from './parties.ts';
import { people } from './people.ts';
import { pipeline } from './pipeline.ts';
import { roles } from './roles.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shoebox } from './shoebox.ts';
import { tasks } from './tasks.ts';
import { templateFields } from './templatefields.ts';
import { loanTemplates, templates } from './templates.ts';

export * from './application-terms.ts';
export * from './constants.ts';
export * from './element-terms.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './task-terms.ts';
export type {
  CompanyDetails,
  CompanySettings,
  CompanySummary,
  LoanPlan,
  Phase,
  PhaseGiven,
  PhaseWithTotals,
  Subrole,
} from './companies.ts';
export type { ApplicationSummary, LoanApplication, OfferedTemplate } from './application-shapes.ts';
export type { Application, PlannedRequest, RequestKey, WaitingRequest } from './applying.ts';
export type { AuditEntry, AuditFilter, Happened } from './audit.ts';
export type { Invitation } from './actions.ts';
export type { CalendarDay, CalendarEntry } from './calendar.ts';
export type { Charts } from './charts.ts';
export type { DetailField, LoanDetails } from './details.ts';
export type { Device } from './devices.ts';
export type { Document } from './documents.ts';
export type { ElementChange, NewElementBody } from './element-writes.ts';
export type {
  AnswerValue,
  Element,
  PackageFolder,
  PackageTotals,
  PastAnswer,
  Share,
} from './elements.ts';
export type {
  Entity,
  GuaranteeRule,
  GuaranteeSuggestion,
  LoanEntity,
  Owner,
} from './entity-shapes.ts';
export type { ChangeNotice, TypingNotice } from './events.ts';
export type { LoggedUser } from './identity.ts';
export type { Label, LabelWithUse } from './labels.ts';
export type { JavascriptConstants, Option } from './lists.ts';
export type { Loan, LoanSummary } from './loans.ts';
export type { MaintenanceState, MaintenanceWindow } from './maintenance.ts';
export type { Draft } from './message-drafts.ts';
export type { Message, Thread } from './messages.ts';
export type { PackageFile } from './packages.ts';
export type { ContactRelation, Party } from './parties.ts';
export type { Employee, EmployeePublicDetails } from './people.ts';
export type { LoanView } from './pipeline.ts';
export type { GroupRole } from './roles.ts';
export type { Found } from './search.ts';
export type { UserSettings } from './settings.ts';
export type { Person } from './shapes.ts';
export type { ShoeboxItem, ShoeboxSuggestion } from './shoebox.ts';
export type { Task } from './tasks.ts';
export type { FieldSet, TemplateField } from './templatefields.ts';
export type {
  BorrowerElement,
  ElementFields,
  LibraryTemplate,
  LoanTemplate,
  Template,
  TemplateChanged,
  TemplateElement,
  TemplateVersion,
} from './template-shapes.ts';

/** Every call the server answers, by name. */
export const contract = {
  ...identity,
  ...accounts,
  ...roles,
  ...devices,
  ...profile,
  ...settings,
  ...lists,
  ...companies,
  ...people,
  ...actions,
  ...loans,
  ...loanStates,
  ...pipeline,
  ...parties,
  ...elements,
  ...elementWrites,
  ...formElements,
  ...answers,
  ...packages,
  ...entities,
  ...detail,
  ...applying,
  ...applications,
  ...documents,
  ...search,
  ...tasks,
  ...shoebox,
  ...calendar,
  ...charts,
  ...messages,
  ...drafts,
  ...templates,
  ...loanTemplates,
  ...templateFields,
  ...labels,
  ...maintenance,
  ...audit,
  ...events,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;
