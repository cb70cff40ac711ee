import { routes } from '../../lib/routes.ts';

/** A visitor signs up first, then returns to the application form with the selected loan. */
export const startOf = (lenderId: string, template: string, loggedIn: boolean) => {
  if (loggedIn) {
    return { to: routes.applyNew, params: { lenderId }, search: { template } } as const;
  }
  const back = `${routes.applyNew.replace('$lenderId', lenderId)}?template=${template}`;
  return { to: routes.signup, search: { lenderId, return: back } } as const;
};
