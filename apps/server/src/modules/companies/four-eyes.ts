/**
 * Four-eyes approval: the uploader of a file may not approve it. Checked by the call that approves an answer, after
 * the permission to approve.
 */
export const mayApproveOwn = (
  company: { four_eyes_approval: boolean },
  uploadedBy: string,
  approver: string,
): boolean => !company.four_eyes_approval || uploadedBy !== approver;
