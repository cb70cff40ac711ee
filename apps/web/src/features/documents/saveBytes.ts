import type { OpenedDocument } from '@cairn/contract/documents';
import { send } from '../../lib/client.ts';
import { putFile } from './putFile.ts';
import { refusalOf } from './uploadProblems.ts';

/** Saves a new version of the document. `version` is the version that the new bytes were made from. */
export async function saveBytes(
  { id, name, loanId, formElementId }: OpenedDocument,
  version: number,
  file: File,
): Promise<OpenedDocument> {
  const refusal = refusalOf(file);
  if (refusal !== null) throw new Error(refusal);
  const { uploadUrl, headers, key } = await send('getUploadUrl', {
    query: { name, size: file.size, loanId: loanId!, formElementId: formElementId! },
  });
  await putFile({
    address: uploadUrl,
    headers,
    file,
    signal: new AbortController().signal,
    onPercent: () => {},
  });
  return send('saveDocument', { params: { id }, body: { key, size: file.size, version } });
}
