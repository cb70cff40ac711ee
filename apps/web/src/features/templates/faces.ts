import { routes } from '../../lib/routes.ts';

/** The same templates under two addresses: those of whole loans, and all of them. */
export const FACES = {
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
export type Face = (typeof FACES)[keyof typeof FACES];
