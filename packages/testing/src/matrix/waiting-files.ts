/** Files waiting to be filed: the caller's in scope `own`, else another person's. */
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
  // In the caller's own, which those who do not work for the company do not have.
  if (scope === 'led-elsewhere') {
    const privateFile = { title: 'CANARY-OWN file' };
    const { id } = await given.ownShoeboxItem(company, account, privateFile);
    return { shoeboxItemId: id, ownDocumentId };
  }
  const other = isTheirs ? stranger : colleague;
  const { id } = await given.shoeboxItem(loan, OWN.includes(scope) ? account : other, {
    // What others sent to the same loan is kept from those who do not lend.
    title: `${title} file`,
  });
  return { shoeboxItemId: id, ownDocumentId };
}
