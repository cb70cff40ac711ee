import { entityNames, isOpenToAll, type Element } from '@cairn/contract';
import { escapeHtml } from '../../platform/letters.ts';

/** What is still open, in the order of the package: who it is about stands behind it. */
export function needsList(elements: readonly Element[]): { html: string; text: string } {
  const entityNameOf = entityNames(elements);
  const lines = elements.filter(isOpenToAll).map((element) => {
    const about = entityNameOf(element);
    return about === null ? element.title : `${element.title} (${about})`;
  });
  return {
    html: `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    text: lines.map((line) => `- ${line}`).join('\n'),
  };
}
