/**
 * With four eyes, whoever brought a file does not approve it: somebody else must have looked. Asked by
 * the call that approves an answer, after the permission to approve at all.
 */
export const mayApproveOwn = (
  company: { four_eyes_approval: boolean },
  uploadedBy: string,
  approver: string,
): boolean => !company.four_eyes_approval || uploadedBy !== approver;
