import { routes } from '../../lib/routes.ts';

/** Two sets of routes to the same templates: those for whole loans, and those for all templates. */
export const TEMPLATE_ADDRESSES = {
  loans: {
    title: 'Loan templates',
    list: routes.loanTemplates,
    create: routes.loanTemplateCreate,
    view: routes.loanTemplate,
    edit: routes.loanTemplateEdit,
  },
  v2: {
    title: 'Templates',
    list: routes.templates,
    create: routes.templateCreate,
    view: routes.template,
    edit: routes.templateEdit,
  },
} as const;
export type TemplateAddresses = (typeof TEMPLATE_ADDRESSES)[keyof typeof TEMPLATE_ADDRESSES];
