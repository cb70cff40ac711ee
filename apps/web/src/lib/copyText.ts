import { toast } from './toast.ts';

/** Browsers deny access to the clipboard because of a setting, or if the page does not have the focus. */
function reportRefusal(select: string | undefined): void {
  const hint = select === undefined ? '' : ` Select the ${select} and copy it.`;
  toast.error(`Your browser didn’t allow that.${hint}`);
}

/**
 * Copies plain text. `select` names the text in the message about a failure; set it if the text is on the page, where
 * the user can select and copy it.
 */
export async function copyText(text: string, onCopied: () => void, select?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    reportRefusal(select);
    return;
  }
  onCopied();
}

/**
 * Copies formatted text with its lists and links, to paste into an email or a memo. Programs that do not accept
 * formatting get the plain text.
 */
export async function copyHtml(html: string, text: string, onCopied: () => void): Promise<void> {
  const blobOf = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  try {
    await navigator.clipboard.write([
      new ClipboardItem({ ...blobOf('text/html', html), ...blobOf('text/plain', text) }),
    ]);
  } catch {
    reportRefusal(undefined);
    return;
  }
  onCopied();
}
