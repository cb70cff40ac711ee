/**
 * Every kind of domain event: what happens to which subject. The audit log has a sentence for each (modules/audit); one
 * without a sentence does not compile. A kind stays here as long as entries of it are kept.
 */
interface EventsBySubject {
  account: 'closed' | 'created' | 'madeAdministrator';
  adverseAction: 'drafted';
  anonymousSession:
    | 'created'
    | 'extended'
    | 'read'
    | 'submitted'
    | 'swept'
    | 'uploaded'
    | 'verified';
  answer: 'copied' | 'expired' | 'markedUp' | 'purged' | 'receiptEmailed' | 'removed' | 'reset';
  application:
    | 'accepted'
    | 'changed'
    | 'created'
    | 'ownInfoSubmitted'
    | 'rejected'
    | 'reviewStarted'
    | 'submitted'
    | 'withdrawn';
  audit: 'exported';
  avatar: 'deleted' | 'scanned' | 'uploaded';
  charts: 'exported';
  code: 'asked';
  company: 'changed' | 'created' | 'erased' | 'exported' | 'moved' | 'templateChosen';
  contact: 'added' | 'changed';
  creditConsent: 'given';
  creditReport: 'read';
  creditRun: 'failed' | 'finished' | 'scheduled';
  delivery: 'addressConfirmed' | 'bounced' | 'complained';
  details: 'added' | 'changed' | 'synced';
  digest: 'sent';
  document:
    | 'damaged'
    | 'derived'
    | 'passwordEntered'
    | 'processed'
    | 'read'
    | 'scanned'
    | 'uploaded';
  draft: 'deleted' | 'saved';
  element:
    | 'answered'
    | 'approved'
    | 'assigned'
    | 'copied'
    | 'duplicated'
    | 'edited'
    | 'moved'
    | 'opened'
    | 'promised'
    | 'rejected'
    | 'released'
    | 'reminded'
    | 'removed'
    | 'requested'
    | 'restored'
    | 'shared'
    | 'trashed'
    | 'unapproved'
    | 'unrejected'
    | 'unshared';
  driversLicense: 'confirmed' | 'pictureAdded' | 'pictureRemoved';
  emailText: 'changed' | 'reset';
  employee: 'detailsChanged' | 'levelChanged' | 'removed' | 'uploadCodeRenewed';
  entity:
    | 'added'
    | 'changed'
    | 'customized'
    | 'labelled'
    | 'linked'
    | 'ownersSet'
    | 'removed'
    | 'renamed'
    | 'restored';
  identifier: 'revealed';
  invitation: 'accepted' | 'changed' | 'declined' | 'noted' | 'removed' | 'sent' | 'sentAgain';
  label: 'deleted' | 'put' | 'saved';
  loan:
    | 'created'
    | 'edited'
    | 'factAnswered'
    | 'opened'
    | 'phaseChanged'
    | 'pinned'
    | 'reviewStatusChanged'
    | 'statusChanged'
    | 'unpinned';
  loanList: 'exported';
  loanView: 'changed' | 'deleted' | 'saved';
  maintenance: 'cleared' | 'scheduled';
  message: 'deleted' | 'edited' | 'keptImportant' | 'keptNoLonger' | 'read' | 'sent' | 'unread';
  note: 'created' | 'deleted' | 'edited' | 'notified' | 'read' | 'statusChanged' | 'unread';
  download: 'asked' | 'failed' | 'made' | 'read' | 'removed';
  package: 'asked' | 'canceled' | 'failed' | 'made' | 'read';
  party: 'added' | 'removed' | 'roleChanged';
  password: 'changed' | 'resetStarted';
  person:
    | 'changedOnLoan'
    | 'declined'
    | 'joined'
    | 'joinedLoan'
    | 'leftLoan'
    | 'pictured'
    | 'removed'
    | 'renamed';
  phases: 'changed' | 'removed';
  phone: 'verified';
  portal: 'changed';
  preference: 'set';
  profile: 'changed';
  reminder: 'sent' | 'snoozed';
  reminders: 'changed' | 'dueDaysChanged' | 'paused' | 'resumed';
  requests: 'askedByRule' | 'dismissed' | 'takenBack';
  savedReply: 'changed' | 'created' | 'deleted';
  session:
    | 'defaultChosen'
    | 'ended'
    | 'endedElsewhere'
    | 'entered'
    | 'othersEnded'
    | 'refused'
    | 'roleChanged'
    | 'started';
  settings: 'changed' | 'loanMuted' | 'loanUnmuted' | 'unsubscribed';
  signature: 'changed';
  sharepoint: 'asked' | 'checked' | 'connected' | 'disconnected' | 'exported' | 'failed';
  shoebox:
    | 'added'
    | 'brought'
    | 'changed'
    | 'filed'
    | 'removed'
    | 'restored'
    | 'seen'
    | 'trashed'
    | 'unfiled';
  sourcesUses: 'exported' | 'saved' | 'templateSaved';
  subrole: 'added' | 'renamed';
  supportCategory: 'changed' | 'created' | 'deleted';
  supportEntry: 'changed' | 'created' | 'deleted' | 'pictured';
  template:
    | 'adopted'
    | 'applied'
    | 'changed'
    | 'copied'
    | 'created'
    | 'deleted'
    | 'elementsChanged'
    | 'elementsCreated'
    | 'elementsDeleted'
    | 'elementsRestored'
    | 'fileAttached'
    | 'fileRemoved'
    | 'published'
    | 'restored'
    | 'trashed'
    | 'uploaded';
  templateFields: 'deleted' | 'uploaded';
  terms: 'agreed';
  thread: 'muted' | 'unmuted';
}

/** 'document.uploaded', 'loan.pinned'. */
export type EventKind = EventKindOf<keyof EventsBySubject>;
export type EventKindOf<Subject extends keyof EventsBySubject> = {
  [Each in Subject]: `${Each}.${EventsBySubject[Each]}`;
}[Subject];
