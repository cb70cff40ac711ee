import { entityNames, isOpenToAll, type Element } from '@cairn/contract';
import { escapeHtml } from '../../platform/email/html.ts';

/** Open requests in the order of the package, each followed by its entity. */
export function needsList(elements: readonly Element[]): { html: string; text: string } {
  const entityNameOf = entityNames(elements);
  const lines = elements.filter(isOpenToAll).map((element) => {
    const about = entityNameOf(element);
    // For borrowers to read, though the lender writes it.
    const title = element.borrowerTitle ?? element.title;
    return about === null ? title : `${title} (${about})`;
  });
  return {
    html: `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    text: lines.map((line) => `- ${line}`).join('\n'),
  };
}
