/** Aims of the calls about templates and their fields. */
import { COMPANY, NOTHING, type Aim } from './aims.ts';

const CSV = { file: { name: 'templates.csv', text: 'name,level,kind,title\nA,1,FOLDER,B\n' } };
const FIELD_CSV = {
  file: { name: 'fields.csv', text: 'set,group,key,label,type\nA,B,c,D,TEXT\n' },
};

export const TEMPLATE_AIMS = {
  listTemplates: { scopes: NOTHING, at: () => ({}) },
  createTemplate: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ body: { name: 'New', company: companyId } }),
  },
  updateTemplate: {
    scopes: COMPANY,
    at: ({ templateId }) => ({ body: { id: templateId, revision: 2, name: 'Renamed' } }),
  },
  deleteTemplates: { scopes: COMPANY, at: ({ templateId }) => ({ body: { ids: [templateId] } }) },
  listTemplateTypes: { scopes: NOTHING, at: () => ({}) },
  listTemplateElements: {
    scopes: COMPANY,
    at: ({ templateId }) => ({ params: { id: templateId } }),
  },
  createTemplateElements: {
    scopes: COMPANY,
    at: ({ templateId }) => ({
      body: { templateId, elements: [{ storageType: 'FOLDER', title: 'New' }] },
    }),
  },
  updateTemplateElements: {
    scopes: COMPANY,
    at: ({ templateId, templateElementId }) => ({
      body: { templateId, elements: [{ templateElementId, revision: 1, title: 'Renamed' }] },
    }),
  },
  deleteTemplateElements: {
    scopes: COMPANY,
    at: ({ templateId, templateElementId }) => ({
      body: { templateId, elements: [{ templateElementId, revision: 1 }] },
    }),
  },
  getTemplateAnswerUrl: {
    scopes: COMPANY,
    at: ({ templateElementId }) => ({ query: { templateElementId, name: 'form.pdf', size: 10 } }),
  },
  // A key that was never issued: a permitted caller gets the error that the file does not exist.
  answerTemplateElement: {
    scopes: COMPANY,
    at: ({ templateElementId }) => ({
      body: { templateElementId, revision: 1, name: 'form.pdf', size: 10, key: 'a/b/c.d' },
    }),
  },
  deleteTemplateAnswer: {
    scopes: COMPANY,
    at: ({ templateElementId }) => ({ params: { elementId: templateElementId } }),
  },
  copyTemplate: { scopes: COMPANY, at: ({ templateId }) => ({ body: { templateId } }) },
  listBorrowerTemplates: { scopes: COMPANY, at: ({ templateId }) => ({ query: { templateId } }) },
  uploadTemplates: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ query: { company: companyId }, body: CSV }),
  },
  downloadTemplates: { scopes: COMPANY, at: ({ templateId }) => ({ params: { ids: templateId } }) },
  downloadTemplateCsv: { scopes: COMPANY, at: ({ companyId }) => ({ query: { companyId } }) },
  listTemplateLibrary: { scopes: NOTHING, at: () => ({}) },
  publishTemplate: {
    scopes: COMPANY,
    at: ({ templateId }) => ({ params: { id: templateId }, body: { revision: 2 } }),
  },
  listTemplateVersions: {
    scopes: COMPANY,
    at: ({ templateId }) => ({ params: { id: templateId } }),
  },
  createLoanTemplate: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ body: { name: 'New', company: companyId } }),
  },
  updateLoanTemplate: {
    scopes: COMPANY,
    at: ({ templateId }) => ({ params: { id: templateId }, body: { name: 'Renamed' } }),
  },
  getLoanTemplate: { scopes: COMPANY, at: ({ templateId }) => ({ params: { id: templateId } }) },
  uploadTemplateFields: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ query: { company: companyId }, body: FIELD_CSV }),
  },
  listTemplateFieldSets: { scopes: NOTHING, at: () => ({}) },
  deleteTemplateFieldSet: {
    scopes: COMPANY,
    at: ({ fieldSetId }) => ({ params: { id: fieldSetId } }),
  },
} satisfies Record<string, Aim>;
