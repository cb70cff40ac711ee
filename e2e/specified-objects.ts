/** Finds the demo objects with which the screens of specified-screens.ts are opened. */
import type { APIRequestContext } from '@playwright/test';
import { PEOPLE } from '../tools/database/demo-data.ts';

export const LOAN = 'Larkspur Bakery LLC';
export const LENDER = 'Northgate Bank';

export type Names = Readonly<Record<string, string>>;
/** Uses API calls of the user who opens the screen, so that only objects that the user can reach are found. */
export type Find = (request: APIRequestContext) => Promise<Names>;

export async function reply<Reply>(request: APIRequestContext, path: string): Promise<Reply> {
  const answer = await request.get(`/api${path}`);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Reply;
}

/** The first matching object; if the demo has none, the error says what is missing. */
export function one<Item>(
  items: readonly Item[],
  what: string,
  matches: (item: Item) => boolean = () => true,
): Item {
  const item = items.find(matches);
  if (item === undefined) throw new Error(`the demo has no ${what}`);
  return item;
}

export const loan: Find = async (request) => {
  const { results } = await reply<{ results: { kind: string; id: string; title: string }[] }>(
    request,
    `/v2/search?q=${encodeURIComponent(LOAN)}`,
  );
  return { loanId: one(results, LOAN, (it) => it.kind === 'LOAN' && it.title === LOAN).id };
};

interface Entity {
  entityId: string;
  name: string;
  kind: string;
}
export const entity =
  (parameter: string, kind: (entity: Entity) => boolean): Find =>
  async (request) => {
    const { loanId } = await loan(request);
    const { loanEntities } = await reply<{ loanEntities: Entity[] }>(
      request,
      `/v2/loanmanager/${loanId}/entities`,
    );
    const { entityId, name } = one(loanEntities, parameter, kind);
    return { loanId: loanId!, [parameter]: entityId, name };
  };

export interface Party {
  id: string;
  displayName: string;
  roles: { loanRoleId: string }[];
}
export const party =
  (parameter: string, displayName: string): Find =>
  async (request) => {
    const { loanId } = await loan(request);
    const { people } = await reply<{ people: Party[] }>(request, `/v1/loans/${loanId}/people`);
    const person = one(people, displayName, (it) => it.displayName === displayName);
    return { loanId: loanId!, [parameter]: person.roles[0]!.loanRoleId };
  };

/** A task of this type that waits for the user who opens the loan; the page takes the IDs of all such tasks. */
export const task =
  (type: string): Find =>
  async (request) => {
    const { loanId } = await loan(request);
    const { id } = await reply<{ id: string }>(request, '/v2/users/loggedUser');
    const { groups } = await reply<{
      groups: Record<string, Record<string, { forMe: { title: string }[] }>>;
    }>(request, `/v2/tasks/consolidated/${loanId}`);
    const { title } = one(groups[id]?.[type]?.forMe ?? [], type);
    return { loanId: loanId!, title };
  };

/** The demo's trash is empty, so a request of the loan is moved there first. */
export const requestInTrash: Find = async (request) => {
  const { loanId } = await loan(request);
  const title = `Old survey ${Date.now()}`;
  const body = { loanId, elements: [{ title }] };
  const answer = await request.post('/api/v2/loanmanager/elements', { data: body });
  const { elements } = (await answer.json()) as { elements: { id: string; title: string }[] };
  const { id } = one(elements, title, (it) => it.title === title);
  const moved = { data: { elements: [id] } };
  if (!(await request.delete('/api/v2/loanmanager/markelements', moved)).ok())
    throw new Error(`${title} did not go to the trash`);
  return { loanId: loanId!, title };
};

export const lender: Find = async (request) => {
  const { companies } = await reply<{ companies: { id: string; name: string }[] }>(
    request,
    '/v1/lenders/forBorrower',
  );
  return { lenderId: one(companies, LENDER, ({ name }) => name === LENDER).id };
};

interface Application {
  id: string;
  lenderId: string;
  name: string;
  state: string;
}
export const application =
  (state: RegExp, more: Names = {}): Find =>
  async (request) => {
    const { applications } = await reply<{ applications: Application[] }>(
      request,
      '/v2/loanapplication?limit=100',
    );
    const match = one(applications, `application in ${state}`, (it) => state.test(it.state));
    return {
      loanId: match.id,
      lenderId: match.lenderId,
      name: match.name,
      ...more,
    };
  };

export const template: Find = async (request) => {
  const { templates } = await reply<{ templates: Record<string, { id: string; name: string }[]> }>(
    request,
    '/v2/templates?blockType=LOAN',
  );
  const { id, name } = one(
    Object.values(templates).flat(),
    'template SBA 504',
    ({ name: own }) => own === 'SBA 504',
  );
  return { templateId: id, name };
};

export const company: Find = async (request) => {
  const { company: own } = await reply<{ company: { id: string } }>(
    request,
    '/v2/users/loggedUser',
  );
  const { employees } = await reply<{ employees: { id: string; emailAddress: string }[] }>(
    request,
    `/v1/lenders/${own.id}/employees`,
  );
  const marcus = one(employees, 'Marcus', ({ emailAddress }) => emailAddress === PEOPLE.marcus[2]);
  return { companyId: own.id, userId: marcus.id };
};

export const article: Find = async (request) => {
  const { entries } = await reply<{ entries: { id: string; slug: string }[] }>(
    request,
    '/v2/support/entries',
  );
  return { id: one(entries, 'article', ({ slug }) => slug === 'create-a-loan').id };
};
