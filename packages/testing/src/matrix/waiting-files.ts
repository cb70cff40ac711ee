/** Files in shoeboxes: the caller's in scope `own`, otherwise another person's. */
import type { Place, Target } from './target.ts';

const OWN = ['own', 'assigned'];

export async function waitingFile(place: Place): Promise<Partial<Target>> {
  const { server, loan, account, scope, title, company, isTheirs, colleague, stranger } = place;
  const { given } = server;
  const { id: ownDocumentId } = await given.document(loan, account);
  // In a colleague's own shoebox, which belongs to no caller.
  if (scope === 'assigned-elsewhere') {
    const employee = await given.employee(company);
    const privateFile = { title: 'CANARY-PRIVATE file' };
    const { id } = await given.ownShoeboxItem(company, employee, privateFile);
    return { shoeboxItemId: id, ownDocumentId };
  }
  // In the caller's own shoebox, which only people who work for the company have.
  if (scope === 'led-elsewhere') {
    const privateFile = { title: 'CANARY-OWN file' };
    const { id } = await given.ownShoeboxItem(company, account, privateFile);
    return { shoeboxItemId: id, ownDocumentId };
  }
  const other = isTheirs ? stranger : colleague;
  const { id } = await given.shoeboxItem(loan, OWN.includes(scope) ? account : other, {
    // Files of other people on the same loan are visible to lenders only.
    title: `${title} file`,
  });
  return { shoeboxItemId: id, ownDocumentId };
}
