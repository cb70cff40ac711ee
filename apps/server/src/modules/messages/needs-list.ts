import {
  entityNames,
  isOpenToAll,
  type Element,
  type Person,
  type ShoeboxItem,
} from '@cairn/contract';
import { escapeHtml } from '../../platform/email/escape-html.ts';
import { fullName } from '../../platform/full-name.ts';

/** Open requests in the order of the package, each with its entity. */
export function needsList(elements: readonly Element[]): { html: string; text: string } {
  const entityNameOf = entityNames(elements);
  const lines = elements.filter(isOpenToAll).map((element) => {
    const about = entityNameOf(element);
    // The lender writes the message, but borrowers read it.
    const title = element.borrowerTitle ?? element.title;
    return about === null ? title : `${title} (${about})`;
  });
  return asList(lines);
}

const nameOf = ({ givenName, familyName, emailAddress }: Person): string =>
  fullName(givenName, familyName) || emailAddress;

/** Files in the shoebox, each with its sender. Files that are not known to be clean are left out. */
export const shoeboxList = (items: readonly ShoeboxItem[]): { html: string; text: string } =>
  asList(
    items
      .filter(({ document }) => document.virusScanState === 'CLEAN')
      .map(({ title, loanRole }) => {
        const from = loanRole && nameOf(loanRole.user);
        return from ? `${title} (${from})` : title;
      }),
  );

function asList(lines: readonly string[]): { html: string; text: string } {
  // A line break in a title would end the list item.
  const items = lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return {
    html: `<ul>${items.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    text: items.map((line) => `- ${line}`).join('\n'),
  };
}
