/**
 * Every screen of docs/spec/routes.tsv: the user who opens it, the objects of the demo, its heading, and the content
 * that it must show. specified-screens.spec.ts opens each screen; `npm run spec` counts the screens that are listed
 * here and that the router serves.
 */
import type { Locator, Page } from '@playwright/test';
import { ADMINISTRATOR, BORROWER, OFFICER, PEOPLE } from '../tools/database/demo-data.ts';
import {
  application,
  article,
  company,
  entity,
  LENDER,
  LOAN,
  lender,
  loan,
  one,
  party,
  reply,
  requestInTrash,
  task,
  template,
  type Find,
  type Names,
  type Party,
} from './specified-objects.ts';

const DANA = PEOPLE.dana[2];
const GRACE = PEOPLE.grace[2];
const ELENA = BORROWER[2];
const ROBIN = ADMINISTRATOR[2];
const NOOR = OFFICER[2];

export interface SpecifiedScreen {
  /** Absent for a visitor without a session. */
  as?: string;
  /** Finds a value for each parameter of the path. */
  find?: Find;
  query?: string;
  /** The path to which the URL redirects, if it does. */
  endsAt?: string;
  heading: string | RegExp | ((found: Names) => string);
  shows: (page: Page, found: Names) => Locator;
}

const phase = (heading: string, shows: string): SpecifiedScreen => ({
  as: DANA,
  heading,
  shows: (page) => page.getByText(shows).locator('visible=true').first(),
});
const control =
  (role: 'button' | 'link' | 'region' | 'table' | 'list' | 'combobox', name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole(role, { name }).locator('visible=true').first();
const field =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByLabel(name).locator('visible=true').first();
const words =
  (text: string | RegExp) =>
  (page: Page): Locator =>
    page.getByText(text).locator('visible=true').first();

const byLender = (screen: Omit<SpecifiedScreen, 'as'>): SpecifiedScreen => ({
  as: ELENA,
  find: lender,
  ...screen,
});
const onLoan = (
  heading: SpecifiedScreen['heading'],
  shows: SpecifiedScreen['shows'],
  find: Find = loan,
): SpecifiedScreen => ({ as: DANA, find, heading, shows });
const forAdministrator = (
  heading: SpecifiedScreen['heading'],
  shows: SpecifiedScreen['shows'],
  find?: Find,
): SpecifiedScreen => ({ as: ROBIN, heading, shows, ...(find && { find }) });

/** Keyed by the specification's path. Two rows of the specification are not pages: the shell, and an API path. */
export const SPECIFIED_SCREENS: Readonly<Record<string, SpecifiedScreen>> = {
  '/auth/login': { heading: 'Log in', shows: field('Email') },
  '/auth/signup': { heading: 'Create an account', shows: field('First name') },
  '/auth/forgot-password': { heading: /password/, shows: control('button', 'Send me a code') },
  '/auth/new-password': { heading: /password/, shows: control('button', 'Save new password') },
  '/auth/password-updated': { heading: /password/i, shows: control('link', 'Log in') },
  '/auth/loan-role-verification': {
    as: NOOR,
    find: async (request) => {
      const { invites } = await reply<{ invites: { id: string }[] }>(
        request,
        '/v1/action/pendingInvites',
      );
      return { id: one(invites, 'invitation of Noor').id };
    },
    query: '?id=[id]',
    heading: LENDER,
    shows: control('button', 'Accept'),
  },
  '/landing': { heading: 'Every document, in its place.', shows: control('link', /Log in/) },
  '/': {
    as: DANA,
    endsAt: '/lender',
    heading: /Dana/,
    shows: control('region', 'Waiting for review'),
  },
  '/lender': { as: DANA, heading: /Dana/, shows: control('region', 'Waiting for review') },
  '/applicant': { as: ELENA, heading: /to do/, shows: words(LOAN) },
  '/anonymous': { heading: 'You’re here as a guest', shows: words(/link/) },
  '/user/profile': { as: DANA, heading: 'Profile', shows: field('Your time zone') },
  '/user/shoebox': { as: ELENA, heading: /shoebox/i, shows: words(LOAN) },
  '/calendar': {
    as: DANA,
    heading: 'Calendar',
    shows: (page) => page.getByText(LOAN).locator('visible=true').first(),
  },
  '/communications': { as: DANA, heading: 'Messages', shows: words(LOAN) },
  '/charts': { as: DANA, heading: 'Charts', shows: words('Volume closed') },
  '/annotator': {
    as: DANA,
    query: '?documentId=[documentId]',
    heading: ({ name }) => name!,
    shows: (page) => page.locator('.textLayer').first(),
    find: async (request) => {
      const { loanId } = await loan(request);
      const { elements } = await reply<{
        elements: {
          answer: { document: { id: string; name: string; virusScanState: string } | null } | null;
        }[];
      }>(request, `/v2/loanmanager/${loanId}/elements`);
      const { document } = one(
        elements.flatMap(({ answer }) => answer ?? []),
        'file that can be marked up',
        ({ document: file }) =>
          file?.virusScanState === 'CLEAN' && /tax return.*\.pdf$/.test(file.name),
      );
      return { documentId: document!.id, name: document!.name };
    },
  },

  // With only one lender, the page redirects to it.
  '/portal': byLender({
    endsAt: '/portal/[lenderId]/tasks',
    heading: /^Elena, /,
    shows: words(LOAN),
  }),
  '/portal/[lenderId]': byLender({
    heading: 'Apply for a business loan',
    shows: control('link', /^Start/),
  }),
  '/portal/[lenderId]/onboarding/contact': byLender({
    heading: 'Your contact details',
    shows: field(/Phone/),
  }),
  '/portal/[lenderId]/tasks': byLender({ heading: /^Elena, /, shows: words(LOAN) }),
  '/portal/[lenderId]/exit': byLender({
    heading: 'You’re done for now',
    shows: words(LENDER),
  }),
  '/apply-now/new/[lenderId]': byLender({
    heading: 'Apply for a loan',
    shows: (page) => page.getByText(LENDER).locator('visible=true').first(),
  }),
  '/apply-now/applications/[lenderId]': byLender({
    heading: 'Your applications',
    find: application(/DRAFT/),
    shows: (page, { name }) => words(name!)(page),
  }),
  '/apply-now/applications/[lenderId]/[loanId]': {
    as: ELENA,
    find: application(/DRAFT/),
    heading: ({ name }) => name!,
    shows: (page) => page.getByRole('navigation', { name: 'Steps' }),
  },
  '/apply-now/applications/[lenderId]/[loanId]/[taskView]': {
    as: ELENA,
    find: application(/DRAFT/, { taskView: 'documents' }),
    heading: 'Documents',
    shows: control('region', 'Documents'),
  },
  '/apply-now/applications/[lenderId]/[loanId]/verify-phone-number': {
    as: ELENA,
    find: application(/DRAFT/),
    heading: 'Verify your phone number',
    shows: field(/Phone/),
  },
  '/loans/[loanId]/application/[lenderId]': {
    as: DANA,
    find: application(/SUBMITTED|REVIEW/),
    heading: ({ name }) => name!,
    shows: control('region', 'Status'),
  },

  '/loans/phases/[phase]': phase('Origination', LOAN),
  '/loans/phases/archive': phase('Archive', 'Paid off'),
  '/loans/phases/lead': phase('Leads', 'Inquiry'),
  '/loans/phases/origination': phase('Origination', LOAN),
  '/loans/phases/servicing': phase('Servicing', 'Servicing'),
  '/loans/phases/portfolio': phase('Portfolio', 'Funded'),
  '/loans/create': { as: DANA, heading: /loan/i, shows: field(/name/i) },
  '/loans/[loanId]': onLoan(LOAN, words(/Document collection/)),
  '/loans/[loanId]/edit': onLoan(`Edit ${LOAN}`, (page) => page.locator(`input[value="${LOAN}"]`)),
  '/loans/[loanId]/messages': onLoan(LOAN, field(/message/i)),
  '/loans/[loanId]/tasks': onLoan(
    LOAN,
    (page, { title }) =>
      page
        .getByRole('region', { name: 'Accept', exact: true })
        .getByRole('link', { name: title! })
        .first(),
    task('ApproveAnswerTask'),
  ),
  '/loans/[loanId]/tasks/[type]': onLoan(
    LOAN,
    (page, { title }) =>
      page.getByRole('table', { name: 'Accept' }).getByRole('link', { name: title! }).first(),
    async (request) => ({ ...(await task('ApproveAnswerTask')(request)), type: 'accept' }),
  ),
  '/loans/[loanId]/company/[companyId]/edit': onLoan(
    LOAN,
    control('button', 'Save'),
    entity('companyId', ({ name }) => name === LOAN),
  ),
  '/loans/[loanId]/company/create': onLoan('Add a business', field(/Legal name|name/i)),
  '/loans/[loanId]/trust/[trustId]/edit': onLoan(
    'Marsh Family Trust',
    control('button', 'Save'),
    entity('trustId', ({ name }) => name === 'Marsh Family Trust'),
  ),
  '/loans/[loanId]/trust/create': onLoan('Add a trust', field(/name/i)),
  '/loans/[loanId]/asset/[assetId]/edit': onLoan(
    ({ name }) => name!,
    control('button', 'Save'),
    entity('assetId', ({ kind }) => !['COMPANY', 'TRUST', 'INDIVIDUAL'].includes(kind)),
  ),
  '/loans/[loanId]/asset/create': onLoan('Add collateral', field(/kind/i)),
  '/loans/[loanId]/persons/create': onLoan('Add a person', field(/First name/)),
  '/loans/[loanId]/persons/[personId]/edit': onLoan(
    'Elena Marsh',
    control('button', 'Save'),
    entity('personId', ({ name }) => name === 'Elena Marsh'),
  ),
  '/loans/[loanId]/entity/create': onLoan('Add an entity', control('link', 'New trust')),
  '/loans/[loanId]/entity/bulk-create': onLoan('Bulk add', field('First name, row 1')),
  '/loans/[loanId]/applicant/create': onLoan('Add the applicant', field(/name/i)),
  '/loans/[loanId]/files/create': onLoan(/Request/, control('button', /Request|Send/)),
  '/loans/[loanId]/contacts/key-contact/create': onLoan('Add a contact', field('First name')),
  '/loans/[loanId]/contacts/key-contact/[loanRoleId]/edit': onLoan(
    'Ruth Adeyemi',
    field('What they do'),
    party('loanRoleId', 'Ruth Adeyemi'),
  ),
  '/loans/[loanId]/lender/create': onLoan('Add a lender', control('combobox', 'Colleague')),
  '/loans/[loanId]/lender/[roleId]/edit': onLoan(
    'Marcus Oyelaran',
    words(/^Also on/),
    party('roleId', 'Marcus Oyelaran'),
  ),

  '/loans/templates': { as: GRACE, heading: 'Loan templates', shows: control('link', 'SBA 504') },
  '/loans/templates/create': { as: GRACE, heading: 'New template', shows: field(/name/i) },
  '/loans/templates/[templateId]': {
    as: GRACE,
    find: template,
    heading: 'SBA 504',
    shows: (page) => page.getByRole('treeitem').first(),
  },
  '/loans/templates/[templateId]/edit': {
    as: DANA,
    find: template,
    heading: 'SBA 504',
    shows: (page) => page.getByRole('treeitem').first(),
  },
  '/v2/templates': { as: GRACE, heading: 'Templates', shows: control('link', 'SBA 504') },
  '/v2/templates/create': { as: GRACE, heading: 'New template', shows: field(/name/i) },
  '/v2/templates/[templateId]': {
    as: GRACE,
    find: template,
    heading: 'SBA 504',
    shows: (page) => page.getByRole('treeitem').first(),
  },
  '/v2/templates/[templateId]/edit': {
    as: DANA,
    find: template,
    heading: 'SBA 504',
    shows: (page) => page.getByRole('treeitem').first(),
  },

  '/v2/learning-center': { as: ELENA, heading: /How can we help/, shows: field('Search articles') },
  '/v2/learning-center/entry/[slug]': {
    as: ELENA,
    find: () => Promise.resolve({ slug: 'send-a-document' }),
    heading: 'Send a document',
    shows: (page) => page.getByRole('listitem').first(),
  },
  '/v2/learning-center/category/[slug]': {
    as: ELENA,
    find: () => Promise.resolve({ slug: 'sending-documents' }),
    heading: 'Sending documents',
    shows: control('link', /shoebox/i),
  },

  '/admin': forAdministrator(/, Robin$/, words('Alder Valley Bank')),
  '/admin/labels': forAdministrator('Labels', control('combobox', 'Company')),
  '/admin/fields': forAdministrator(/fields/i, control('region', 'Loan details')),
  '/admin/learning-center': forAdministrator('Learning Center', control('link', 'Create a loan')),
  '/admin/learning-center/create': forAdministrator('New article', field('Title')),
  '/admin/learning-center/[id]/edit': forAdministrator(
    /Create a loan/,
    control('region', 'Preview'),
    article,
  ),
  '/admin/maintenance': forAdministrator(/Maintenance/, control('button', 'Set the window')),
  '/admin/lender/create': forAdministrator('Add a lender', control('combobox', 'Company')),
  '/admin/lender/[companyId]/[userId]/edit': {
    as: DANA,
    find: company,
    heading: 'Marcus Oyelaran',
    shows: (page) => page.getByLabel('Link', { exact: true }),
  },
  '/admin/company/create': forAdministrator(
    'Create a company',
    control('button', 'Create company'),
  ),
  '/admin/company/[companyId]/edit': {
    as: DANA,
    find: company,
    heading: 'Company profile',
    shows: field('Subdomain'),
  },

  '/explorer/loans': {
    as: DANA,
    query: '?entity=Larkspur+Bakery',
    heading: 'Explorer',
    shows: (page) => page.getByRole('row').filter({ hasText: LOAN }).first(),
  },
  '/explorer/loans/[loanId]': onLoan(LOAN, control('link', 'Package')),
  '/explorer/loans/[loanId]/package': onLoan('Package', control('button', 'Individual Docs')),
  '/explorer/loans/[loanId]/shoebox': onLoan(LOAN, (page) =>
    page.getByRole('region', { name: 'To file' }).getByRole('button').first(),
  ),
  '/explorer/loans/[loanId]/shoebox/[userShoeboxUserId]': onLoan(
    LOAN,
    words('From Elena Marsh only'),
    async (request) => {
      const { loanId } = await loan(request);
      const { people } = await reply<{ people: Party[] }>(request, `/v1/loans/${loanId}/people`);
      const elena = one(people, 'Elena', ({ displayName }) => displayName === 'Elena Marsh');
      return { loanId: loanId!, userShoeboxUserId: elena.id };
    },
  ),
  '/explorer/shoebox': { as: DANA, heading: 'Shoebox', shows: control('region', LOAN) },
  '/explorer/shoebox/[userId]': {
    as: DANA,
    find: async (request) => {
      const { loanId } = await loan(request);
      const { people } = await reply<{ people: Party[] }>(request, `/v1/loans/${loanId}/people`);
      return { userId: one(people, 'Elena', (it) => it.displayName === 'Elena Marsh').id };
    },
    heading: 'Shoebox, from Elena',
    shows: words(LOAN),
  },
  '/explorer/trash': {
    as: DANA,
    find: requestInTrash,
    heading: 'Trash',
    shows: control('link', LOAN),
  },
  '/explorer/trash/[loanId]': onLoan(
    'Trash',
    (page, { title }) => words(title!)(page),
    requestInTrash,
  ),
  '/explorer/trash/shoebox': {
    as: DANA,
    heading: /Trash/,
    shows: control('table', 'Trash of the shoebox'),
  },
};
