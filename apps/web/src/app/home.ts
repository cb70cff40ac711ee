import type { LoggedUser } from '@cairn/contract';
import { pipelineCompany, isAdministrator } from '../lib/roles.ts';
import { routes } from '../lib/routes.ts';

/** The start page for the role that the user is logged in with. */
export function homeOf(user: LoggedUser) {
  if (isAdministrator(user)) return routes.admin;
  return pipelineCompany(user) === null ? routes.applicantHome : routes.lenderHome;
}
