import type { LoggedUser } from '@cairn/contract';
import { pipelineCompany } from '../features/identity/roles.ts';
import { isAdministrator } from './admin/sections.ts';
import { routes } from './routes.ts';

/** Where somebody starts, by the role they are logged in with. */
export function homeOf(user: LoggedUser) {
  if (isAdministrator(user)) return routes.admin;
  return pipelineCompany(user) === null ? routes.applicantHome : routes.lenderHome;
}
