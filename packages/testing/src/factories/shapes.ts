/** What factories return. */
import type { PhaseCategory } from '@cairn/contract';

export interface Company {
  id: string;
  name: string;
}
export interface Account {
  id: string;
  emailAddress: string;
  givenName: string;
  familyName: string;
}
export interface Phase {
  companyId: string;
  id: string;
  name: string;
  category: PhaseCategory;
}
export interface Loan {
  companyId: string;
  id: string;
  name: string;
}
export interface Label {
  companyId: string;
  id: string;
  name: string;
  color: string;
}
export interface Element {
  companyId: string;
  loanId: string;
  id: string;
  title: string;
}

export interface Template {
  companyId: string;
  id: string;
  name: string;
}
/** Columns of template_element; all rows of a template set the same ones. */
export type TemplateElementRow = Record<string, unknown>;
