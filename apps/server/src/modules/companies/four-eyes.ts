/**
 * With four eyes, the uploader of a file does not approve it: another user must have reviewed it. Checked by
 * the call that approves an answer, after the permission to approve at all.
 */
export const mayApproveOwn = (
  company: { four_eyes_approval: boolean },
  uploadedBy: string,
  approver: string,
): boolean => !company.four_eyes_approval || uploadedBy !== approver;
