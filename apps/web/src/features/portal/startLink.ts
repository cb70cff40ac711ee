import { routes } from '../../lib/routes.ts';

/** A visitor makes an account on the way, and comes back to the form with the loan chosen. */
export const startOf = (lenderId: string, template: string, loggedIn: boolean) => {
  if (loggedIn) {
    return { to: routes.applyNew, params: { lenderId }, search: { template } } as const;
  }
  const back = `${routes.applyNew.replace('$lenderId', lenderId)}?template=${template}`;
  return { to: routes.signup, search: { lenderId, return: back } } as const;
};
