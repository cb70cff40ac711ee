/** Steps of a template author, through the calls that the builder uses. */
import type { TemplateElement } from '@cairn/contract';
import type { TestServer } from './server.ts';

export const file = (title: string, more: object = {}) => ({ storageType: 'FILE', title, ...more });
export const folder = (title: string, more: object = {}) => ({
  storageType: 'FOLDER',
  title,
  ...more,
});
export const titles = (elements: TemplateElement[]) => elements.map(({ title }) => title);

/** `builder` is a function, because the server starts after the test file has loaded. */
export function templateSteps(builder: () => { server: TestServer; token: string }) {
  const write = (
    name: 'createTemplateElements' | 'updateTemplateElements',
    templateId: string,
    elements: object[],
  ) => {
    const { server, token } = builder();
    return server.send(name, { body: { templateId, elements } }, { token });
  };
  const elementsOf = async (id: string, query: Record<string, number> = {}) => {
    const { server, token } = builder();
    return (await server.call('listTemplateElements', { params: { id }, query }, { token })).body;
  };
  return {
    elementsOf,
    make: async (body: object = {}) => {
      const { server, token } = builder();
      const template = { name: 'Mine', ...body };
      return (await server.call('createTemplate', { body: template }, { token })).body;
    },
    add: (templateId: string, ...elements: object[]) =>
      write('createTemplateElements', templateId, elements),
    update: (templateId: string, ...elements: object[]) =>
      write('updateTemplateElements', templateId, elements),
    publish: async (id: string, note?: string) => {
      const { server, token } = builder();
      const { template } = await elementsOf(id);
      const body = { revision: template.revision, ...(note && { note }) };
      return server.call('publishTemplate', { params: { id }, body }, { token });
    },
  };
}
