import { z } from 'zod';
import { ROLE_LEVELS } from './constants.ts';
import { endpoint, type Tag } from './endpoint.ts';
import { loggedUser } from './auth.ts';
import { flag, id } from './shapes.ts';

const groupRole = z.object({
  roleLevel: z.enum(ROLE_LEVELS),
  company: z.object({ id, name: z.string() }).nullable(),
  /** Whether it is the current role of this session. */
  logged: z.boolean(),
  /** Whether new sessions start with this role. */
  isDefault: z.boolean(),
});
export type GroupRole = z.infer<typeof groupRole>;

/** A change of rights affects every reply, so clients must refetch everything [R116]. */
const EVERYTHING: readonly Tag[] = [
  'session',
  'loan',
  'loanList',
  'element',
  'entity',
  'detail',
  'document',
  'phase',
  'template',
  'templateElement',
  'templateField',
  'company',
  'label',
];

export const roles = {
  listPossibleGroupRoles: endpoint({
    method: 'GET',
    path: '/v1/auth/listPossibleGroupRoles',
    audience: 'session',
    summary: 'The roles that the caller may work in, with the one in use and the default',
    reply: z.object({ roles: z.array(groupRole) }),
    shows: ['session'],
  }),
  setLoggedRole: endpoint({
    method: 'PUT',
    path: '/v1/auth/setLoggedRole/{roleLevel}',
    audience: 'session',
    summary: 'Work in another of one’s roles; streams that were opened in the old role end',
    params: z.strictObject({ roleLevel: z.enum(ROLE_LEVELS) }),
    query: z.strictObject({
      setDefault: flag,
      /** The company, if the user has the level at several companies. Absent: the role outside any company. */
      companyId: id.optional(),
    }),
    reply: loggedUser,
    errors: ['UNAUTHORIZED', 'INVALID_REQUEST'],
    changes: EVERYTHING,
  }),
  resetLoggedRole: endpoint({
    method: 'PUT',
    path: '/v1/auth/resetLoggedRole',
    audience: 'session',
    summary: 'Go back to the default role',
    reply: loggedUser,
    changes: EVERYTHING,
  }),
};
