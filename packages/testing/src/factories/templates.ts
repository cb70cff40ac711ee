/** Creates and publishes templates through the API, as a lender's owner does. */
import { randomUUID } from 'node:crypto';
import type { TestServer } from '../server.ts';

export interface TemplateItem {
  title: string;
  blockType?: string;
  storageType?: 'FILE' | 'FOLDER';
  inside?: readonly TemplateItem[];
  [field: string]: unknown;
}

interface Making {
  server: Pick<TestServer, 'call' | 'send'>;
  token: string;
}

const BATCH = 500;

/** Returns the template's id, and the ids of its elements by title. */
export async function newTemplate(
  { server, token }: Making,
  items: readonly TemplateItem[],
  over: object = {},
): Promise<{ id: string; elements: Map<string, string> }> {
  const { body: template } = await server.call(
    'createTemplate',
    { body: { name: 'Template', loanType: 'SBA_7A', ...over } },
    { token },
  );
  const elements = new Map<string, string>();
  const rows: object[] = [];
  const walk = (
    list: readonly TemplateItem[],
    parentId: string | null,
    block: string | undefined,
  ) => {
    for (const { inside, ...item } of list) {
      const templateElementId = randomUUID();
      elements.set(item.title, templateElementId);
      const blockType = item.blockType ?? block;
      rows.push({
        storageType: inside ? 'FOLDER' : 'FILE',
        ...item,
        templateElementId,
        parentId,
        ...(blockType && { blockType }),
      });
      walk(inside ?? [], templateElementId, blockType);
    }
  };
  walk(items, null, undefined);
  for (let at = 0; at < rows.length; at += BATCH) {
    const body = { templateId: template.id, elements: rows.slice(at, at + BATCH) };
    const { status, body: answer } = await server.send(
      'createTemplateElements',
      { body },
      { token },
    );
    if (status !== 200) throw new Error(JSON.stringify(answer));
  }
  await publishTemplate({ server, token }, template.id);
  return { id: template.id, elements };
}

export async function publishTemplate({ server, token }: Making, id: string): Promise<void> {
  const { body } = await server.call('listTemplateElements', { params: { id } }, { token });
  const { revision } = body.template;
  const { status } = await server.call(
    'publishTemplate',
    { params: { id }, body: { revision } },
    { token },
  );
  if (status !== 200) throw new Error(`not published: ${status}`);
}
