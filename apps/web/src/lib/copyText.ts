import { toast } from './toast.ts';

/** Browsers refuse by a setting, and where the page is not in front. */
function reportRefusal(select: string | undefined): void {
  const hint = select === undefined ? '' : ` Select the ${select} and copy it.`;
  toast.error(`Your browser didn’t allow that.${hint}`);
}

/** `select` names the text if it is on the page, so that the user can copy it by hand. */
export async function copyText(text: string, onCopied: () => void, select?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    reportRefusal(select);
    return;
  }
  onCopied();
}

/** With its lists and links, to paste into an email or a memo; as plain text where formatting is not accepted. */
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
