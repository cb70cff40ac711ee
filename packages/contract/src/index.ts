import { anonymousSessions } from './anonymous-sessions.ts';
import { answers } from './answers.ts';
import { loanApplications } from './loan-applications.ts';
import { needsList } from './needs-list.ts';
import { audit } from './audit.ts';
import { invitations } from './invitations.ts';
import { calendar } from './calendar.ts';
import { charts } from './charts.ts';
import { companies } from './companies.ts';
import { deepLinks } from './deep-links.ts';
import { credit } from './credit.ts';
import { sharepoint } from './sharepoint.ts';
import { deliveries } from './deliveries.ts';
import { derivedDocuments } from './derived-documents.ts';
import { devices } from './devices.ts';
import { documentPages } from './document-pages.ts';
import { documents } from './documents.ts';
import { elementWrites, formElements } from './element-writes.ts';
import { elements } from './elements.ts';
import { entities } from './entities.ts';
import { events } from './events.ts';
import { labels } from './labels.ts';
import { learningCenter } from './learning-center.ts';
import { addresses } from './addresses.ts';
import { errorReports } from './error-reports.ts';
import { referenceData } from './reference-data.ts';
import { loanStates } from './loan-states.ts';
import { loans } from './loans.ts';
import { maintenance } from './maintenance.ts';
import { drafts } from './message-drafts.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { emailTexts } from './email-texts.ts';
import { notifications } from './notifications.ts';
import { downloads } from './downloads.ts';
import { packageExports, verification } from './exports.ts';
import { loanMembers } from './loan-members.ts';
import { driversLicenses } from './drivers-licenses.ts';
import { employees } from './employees.ts';
import { pipeline } from './pipeline.ts';
import { portals } from './portal.ts';
import { reminders } from './reminders.ts';
import { review } from './review.ts';
import { roles } from './roles.ts';
import { savedReplies } from './saved-replies.ts';
import { search } from './search.ts';
import { shoebox } from './shoebox.ts';
import { sourcesUses } from './sources-uses.ts';
import { status } from './status.ts';
import { tasks } from './tasks.ts';
import { loanTemplates } from './loan-templates.ts';
import { templates } from './templates.ts';
import { sessions, accounts } from './auth.ts';
import { settings, profile } from './users.ts';
import { signatures } from './signatures.ts';
import { fieldSets, loanFields } from './custom-fields.ts';

export * from './anonymous-session-terms.ts';
export * from './loan-application-terms.ts';
export * from './constants.ts';
export * from './credit-terms.ts';
export * from './sharepoint-terms.ts';
export * from './delivery-terms.ts';
export * from './element-terms.ts';
export * from './email-terms.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './learning-center-terms.ts';
export * from './note-terms.ts';
export * from './notification-terms.ts';
export * from './portal-terms.ts';
export * from './reminder-terms.ts';
export * from './task-terms.ts';
export type { Receipt } from './answers.ts';
export type { AnonymousDocument, AnonymousSession, UploadLinkOwner } from './anonymous-sessions.ts';
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
export type {
  ApplicationSummary,
  LoanApplication,
  OfferedTemplate,
} from './loan-application-shapes.ts';
export type { Application, PlannedRequest } from './needs-list.ts';
export type { AuditEntry, AuditFilter, Happened } from './audit.ts';
export type { Delivery, StoppedAddress } from './deliveries.ts';
export type { Invitation } from './invitations.ts';
export type { CalendarDay, CalendarEntry } from './calendar.ts';
export type { Charts } from './charts.ts';
export type { DetailField, LoanDetails } from './custom-fields.ts';
export type { Device } from './devices.ts';
export type { Document } from './documents.ts';
export type { DriversLicense, LicenseImage } from './drivers-licenses.ts';
export type { ElementChange, NewElementBody } from './element-writes.ts';
export type {
  DoesNotApply,
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
export type { ChangeNotice, EphemeralNotices, ReviewingNotice, TypingNotice } from './events.ts';
export type { LoggedUser } from './auth.ts';
export type { Label, LabelWithUse } from './labels.ts';
export type { SupportCategory, SupportEntry } from './learning-center.ts';
export type { JavascriptConstants, Option } from './reference-data.ts';
export type { Loan, LoanLender, LoanSummary } from './loans.ts';
export type { MaintenanceState, MaintenanceWindow } from './maintenance.ts';
export type {
  QueueStatus,
  ServiceName,
  ServiceState,
  ServiceStatus,
  SystemStatus,
} from './status.ts';
export type { Draft, DraftOnLoan } from './message-drafts.ts';
export type { Attachment, Message, Thread } from './messages.ts';
export type { AdverseActionNotice, CreditCheck, CreditReport, CreditSubject } from './credit.ts';
export type { Note } from './notes.ts';
export type { EmailPreview, EmailText } from './email-texts.ts';
export type { BellNotification } from './notifications.ts';
export type { DownloadJob, DownloadPart } from './downloads.ts';
export type { PackageContents, PackageFile } from './exports.ts';
export type { ContactRelation, Party } from './loan-members.ts';
export type { Employee, EmployeePublicDetails } from './employees.ts';
export type { LoanView } from './pipeline.ts';
export type { Portal, PortalSettings } from './portal.ts';
export type {
  LoanReminders,
  PlannedReminder,
  RemindedPerson,
  ReminderPolicy,
  SentReminder,
} from './reminders.ts';
export type { ReviewItem } from './review.ts';
export type { GroupRole } from './roles.ts';
export type { SavedReply } from './saved-replies.ts';
export type { Excerpt, Found, FoundCounts, FoundKind, Opened } from './search.ts';
export type { UserSettings } from './users.ts';
export type { Person } from './shapes.ts';
export type { ExistingDocument, ShoeboxItem, ShoeboxSuggestion } from './shoebox.ts';
export type { SheetTemplate, SourcesUses } from './sources-uses.ts';
export type { EmailSignature } from './signatures.ts';
export type { Task } from './tasks.ts';
export type { FieldSet } from './custom-fields.ts';
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

/** Every call of the API, by name. */
export const contract = {
  ...sessions,
  ...accounts,
  ...roles,
  ...devices,
  ...profile,
  ...settings,
  ...signatures,
  ...addresses,
  ...errorReports,
  ...referenceData,
  ...companies,
  ...employees,
  ...invitations,
  ...loans,
  ...deepLinks,
  ...deliveries,
  ...credit,
  ...sharepoint,
  ...notes,
  ...sourcesUses,
  ...loanStates,
  ...pipeline,
  ...loanMembers,
  ...elements,
  ...elementWrites,
  ...formElements,
  ...answers,
  ...review,
  ...packageExports,
  ...verification,
  ...downloads,
  ...entities,
  ...driversLicenses,
  ...loanFields,
  ...needsList,
  ...loanApplications,
  ...documents,
  ...documentPages,
  ...derivedDocuments,
  ...search,
  ...tasks,
  ...shoebox,
  ...anonymousSessions,
  ...calendar,
  ...charts,
  ...messages,
  ...drafts,
  ...savedReplies,
  ...notifications,
  ...emailTexts,
  ...portals,
  ...reminders,
  ...templates,
  ...loanTemplates,
  ...fieldSets,
  ...labels,
  ...learningCenter,
  ...maintenance,
  ...status,
  ...audit,
  ...events,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;
