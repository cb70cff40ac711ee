// Written by npm run generate from packages/contract/src, for the calls that a page of apps/web names. Do not edit.
import type { CallName, Method, Tag } from '../src/index.ts';

export interface BrowserCall {
  readonly method: Method;
  readonly path: string;
  readonly shows: readonly Tag[];
  readonly changes: readonly Tag[];
  readonly silent: boolean;
  readonly form?: true;
  readonly slow?: true;
}

const tags = (text = '') => (text === '' ? [] : text.split(',')) as Tag[];

/** Path, method, name, what it shows, what it changes, and s for silent, f for a form, w for a wait. */
const LINES = `
/auth/logout POST logout  session
/v1/action GET getAction invitation  s
/v1/action POST doAction  invitation,session,loan,loanList,element
/v1/action/pendingInvites GET listPendingInvites invitation  s
/v1/admin/audit GET listAuditEntries
/v1/admin/audit/chain/{loanId} GET verifyAuditChain
/v1/admin/audit/choices GET listAuditChoices
/v1/admin/audit/export POST exportAudit
/v1/admin/labels DELETE deleteLabels  label
/v1/admin/labels/forCompany/{id} GET listLabels label
/v1/admin/labels/forCompany/{id} POST saveLabels  label
/v1/auth/addUser POST addUser  employee
/v1/auth/addUser/{id}/resend POST resendInvitation  employee
/v1/auth/adminResetPassword POST adminResetPassword
/v1/auth/changePassword POST changePassword   s
/v1/auth/editUser/{id} DELETE removeUser  employee,loan,loanList
/v1/auth/editUser/{id} POST editUser  employee
/v1/auth/isAuthenticated GET isAuthenticated session  s
/v1/auth/listPossibleGroupRoles GET listPossibleGroupRoles session
/v1/auth/resetLoggedRole PUT resetLoggedRole  session,loan,loanList,element,entity,detail,document,phase,template,templateElement,templateField,company,label
/v1/auth/sendConfirmMobilePhone POST sendConfirmMobilePhone   s
/v1/auth/setLoggedRole/{roleLevel} PUT setLoggedRole  session,loan,loanList,element,entity,detail,document,phase,template,templateElement,templateField,company,label
/v1/auth/timezones GET listTimezones
/v1/auth/update POST updateOwnProfile  session,loan,loanList,element,document
/v1/auth/updateCookieTimeout PUT updateCookieTimeout   s
/v1/auth/userSettings GET getUserSettings settings
/v1/auth/userSettings PUT updateUserSettings  settings
/v1/auth/verifyMobilePhoneWithConfirmCode POST verifyMobilePhoneWithConfirmCode  session s
/v1/calendar GET getCalendar loanList,element  s
/v1/charts GET getCharts   sw
/v1/charts/export POST exportCharts
/v1/clear/reschedule/businessquickflag/{a}/{b} PUT rescheduleBusinessQuickFlag  credit
/v1/clear/reschedule/individualquickflag/{a}/{b} PUT rescheduleIndividualQuickFlag  credit
/v1/clear/schedule/businessquickflag/{a}/{b} PUT scheduleBusinessQuickFlag  credit
/v1/clear/schedule/individualquickflag/{a}/{b} PUT scheduleIndividualQuickFlag  credit
/v1/documents POST createDocument  document
/v1/documents/pages POST dividePages  element,document,loan,loanList
/v1/documents/uploadFailures POST reportUploadFailure   s
/v1/documents/uploadUrlFor GET getUploadUrl
/v1/documents/uploads POST createUpload
/v1/documents/uploads/abort POST abortUpload
/v1/documents/uploads/complete POST completeUpload
/v1/documents/uploads/partUrls GET signUploadParts   s
/v1/documents/uploads/parts GET listUploadParts   s
/v1/documents/{id} PUT saveDocument  document,element,loan,loanList
/v1/documents/{id}/find GET findInDocument
/v1/documents/{id}/suggestedSplit GET suggestPageSplit
/v1/documents/{id}/text GET getDocumentText
/v1/documents/{id}/thumbnails/{page} GET getDocumentThumbnail
/v1/documents/{id}/unlock POST unlockDocument  document,element,shoebox s
/v1/documents/{id}/withDownloadUrl GET getDocumentWithDownloadUrl
/v1/documents/{id}/withEditDownloadUrl GET getDocumentWithEditUrl
/v1/events GET streamEvents   s
/v1/fepreference/{key} GET getFePreference preference  s
/v1/fepreference/{key} POST setFePreference  preference
/v1/formElements/updates PUT updateFormElements  element,document,loan,loanList
/v1/formElements/{id} PUT updateFormElement  element,document,loan,loanList
/v1/javascriptConstants GET getJavascriptConstants session,maintenance  s
/v1/labels/loan/{id}/availableToMe GET listLabelsAvailableToMe label
/v1/labels/loan/{id}/setForUser POST setLabelsForUser  label,loan
/v1/lenders/companies GET listCompanies company
/v1/lenders/company/{companyId} PUT updateCompany  company,session,application
/v1/lenders/companyDetails/{id} GET getCompanyDetails company
/v1/lenders/companyUser POST createCompanyUser  employee,company
/v1/lenders/employee/info POST updateEmployeeInfo  employee
/v1/lenders/employee/secureUploadPageUrl GET getSecureUploadPageUrl employee
/v1/lenders/employee/secureUploadPageUrl POST renewSecureUploadPageUrl  employee
/v1/lenders/forBorrower GET listCompaniesForBorrower company
/v1/lenders/isSubdomainUsed/{subdomain} GET isSubdomainUsed   s
/v1/lenders/isSubdomainUsed/{subdomain}/{companyId} GET isSubdomainUsedByOthers   s
/v1/lenders/logo/{companyId} GET getCompanyLogo   s
/v1/lenders/phases DELETE deletePhases  phase
/v1/lenders/phases POST savePhases  phase,loan,loanList,element
/v1/lenders/subdomainLogoStub GET getSubdomainLogoStub   s
/v1/lenders/subroles POST saveSubrole  company
/v1/lenders/{companyId} GET getCompany company
/v1/lenders/{companyId}/emailTexts GET listEmailTexts emailText
/v1/lenders/{companyId}/emailTexts PUT updateEmailText  emailText
/v1/lenders/{companyId}/emailTexts/preview POST previewEmailText   s
/v1/lenders/{companyId}/employees GET listEmployees employee
/v1/lenders/{companyId}/loanPlan GET getLoanPlan company,phase
/v1/lenders/{companyId}/phases GET listPhases phase
/v1/lenders/{companyId}/portal GET getPortalSettings company,template
/v1/lenders/{companyId}/portal PUT updatePortalSettings  company
/v1/lenders/{companyId}/reminders GET getReminderPolicy reminder
/v1/lenders/{companyId}/reminders PUT updateReminderPolicy  reminder
/v1/lenders/{companyId}/savedReplies GET listSavedReplies savedReply  s
/v1/lenders/{companyId}/savedReplies POST createSavedReply  savedReply
/v1/lenders/{companyId}/savedReplies/{id} DELETE deleteSavedReply  savedReply
/v1/lenders/{companyId}/savedReplies/{id} PUT updateSavedReply  savedReply
/v1/lenders/{id}/excelTemplateId GET getExcelTemplateId company,document
/v1/lenders/{id}/excelTemplateId/{docId} PUT setExcelTemplateId  company
/v1/lenders/{id}/subroles GET listSubroles company
/v1/loanViews GET listLoanViews loanView
/v1/loanViews POST createLoanView  loanView
/v1/loanViews/{id} DELETE deleteLoanView  loanView
/v1/loanViews/{id} PUT updateLoanView  loanView
/v1/loans/company/{companyId}/user/{userId} GET listLoansOfUser loanList,loan
/v1/loans/editBorrowUser/{loanId}/{userId} POST editBorrowUser  loan,loanList
/v1/loans/editNonLenderUser/{loanId}/{userId} POST editNonLenderUser  loan,loanList
/v1/loans/export POST exportLoans
/v1/loans/phase POST setPhaseOfLoans  loan,loanList,phase,element
/v1/loans/view GET viewLoans loanList
/v1/loans/view/totals GET countLoansByPhase loanList,phase  s
/v1/loans/view/withtrashelements GET viewLoansWithTrash loanList,element
/v1/loans/{id} GET getLoan loan,label
/v1/loans/{id} PUT updateLoan  loan,loanList,phase
/v1/loans/{id}/activity GET listLoanActivity loan,element,document
/v1/loans/{id}/answers/{elementId} GET listAnswers element,document  s
/v1/loans/{id}/answers/{elementId}/receipt GET getReceipt element,document  s
/v1/loans/{id}/answers/{elementId}/receipt/email POST emailReceipt
/v1/loans/{id}/answers/{elementId}/receipt/signed GET downloadReceipt
/v1/loans/{id}/borrowerRole POST setBorrowerRole  loan,loanList
/v1/loans/{id}/borrowerUser POST addBorrowerUser  loan,loanList
/v1/loans/{id}/existing-documents GET findExistingDocuments element,document  s
/v1/loans/{id}/getPackageUrls GET getPackageUrls   sw
/v1/loans/{id}/inviteborrower POST inviteBorrower  loan,loanList s
/v1/loans/{id}/lenderUser POST addLenderUser  loan,loanList
/v1/loans/{id}/lenderUser PUT editLenderUser  loan,loanList
/v1/loans/{id}/lenderUser/{userId} DELETE removeLenderUser  loan,loanList
/v1/loans/{id}/packages DELETE cancelPackages  package w
/v1/loans/{id}/packages GET listPackages package,element,document  sw
/v1/loans/{id}/people GET listParties loan,label,invitation
/v1/loans/{id}/phase POST setLoanPhase  loan,loanList,phase,element
/v1/loans/{id}/pin PUT pinLoan  loanList,loan
/v1/loans/{id}/refreshPackages POST refreshPackages  package w
/v1/loans/{id}/reminders GET listLoanReminders reminder,element,loan
/v1/loans/{id}/reminders/dueDays POST setLoanDueDays  reminder
/v1/loans/{id}/reminders/pause POST pauseReminders  reminder
/v1/loans/{id}/reminders/send POST sendReminder  reminder
/v1/loans/{id}/reminders/snooze POST snoozeReminders  reminder
/v1/loans/{id}/setReviewStatus/{status} PUT setReviewStatus  loan,loanList,element
/v1/loans/{id}/status POST setLoanStatus  loan,loanList
/v1/loans/{id}/unpin PUT unpinLoan  loanList,loan
/v1/loans/{loanId}/contactRelation/{loanRoleId} DELETE removeContactRelation  loan,loanList
/v1/loans/{loanId}/contactRelation/{loanRoleId} POST addContactRelation  loan,loanList
/v1/loans/{loanId}/contactRelation/{loanRoleId} PUT editContactRelation  loan,loanList
/v1/messages POST sendMessage  message,draft
/v1/messages/draft POST createDraft  draft s
/v1/messages/draft/{id} DELETE deleteDraft  draft s
/v1/messages/draft/{loanId} GET listDrafts draft,document
/v1/messages/drafts GET listAllDrafts draft  s
/v1/messages/generateDynamicNeedsListBody POST generateNeedsListBody
/v1/messages/generateShoeboxItemsListBody POST generateShoeboxListBody
/v1/messages/originatorimplementation/{id} GET getOriginatorHtml
/v1/messages/search GET searchMessages message
/v1/messages/threads GET listThreads message
/v1/messages/threads/forwardMessage/{id} POST forwardMessage  message
/v1/messages/threads/messages/countunread GET countUnreadMessages message  s
/v1/messages/threads/mute/{id} POST muteThread  message
/v1/messages/threads/unmute/{id} POST unmuteThread  message
/v1/messages/threads/userTyping/{threadId} POST tellTyping   s
/v1/messages/threads/{id} GET getThread message
/v1/messages/threads/{id}/messages GET listThreadMessages message,document
/v1/messages/{id} DELETE deleteMessage  message,draft
/v1/messages/{id} PUT editMessage  message
/v1/messages/{id}/important POST markMessageImportant  message
/v1/messages/{id}/notimportant POST markMessageNotImportant  message
/v1/messages/{id}/read POST markMessageRead  message
/v1/messages/{id}/unread POST markMessageUnread  message
/v1/noauth/acceptInvitation POST acceptInvitation  session,invitation s
/v1/noauth/confirmForgotPassword POST confirmForgotPassword   s
/v1/noauth/confirmSignup POST confirmSignup   s
/v1/noauth/declineInvitation POST declineInvitation  invitation s
/v1/noauth/forgotPassword POST forgotPassword   s
/v1/noauth/login POST login  session s
/v1/noauth/loginWithConfirmCode POST loginWithConfirmCode  session s
/v1/noauth/newPassword POST newPassword   s
/v1/noauth/openInvitation POST openInvitation invitation  s
/v1/noauth/pageErrors POST reportPageError   s
/v1/noauth/portal/{lenderId} GET getPortal company,template  s
/v1/noauth/resendConfirmationCode POST resendConfirmationCode   s
/v1/noauth/resetPasswordByLink POST resetPasswordByLink   s
/v1/noauth/secureUploadVisit/{lenderId} POST createSecureUploadVisit   s
/v1/noauth/signup POST signup   s
/v1/noauth/verifyPage GET downloadVerifyPage
/v1/noauth/version GET getVersion   s
/v1/persons/{id}/images/usDriversLicense POST addLicenseImage  entity,document
/v1/search GET search loanList,element,document  s
/v1/tasks/html GET getTasksAsHtml
/v1/transunion/reeschedule/{a}/{b} PUT reescheduleTransUnion  credit
/v2/addresses/address POST findAddress   s
/v2/addresses/suggestions POST suggestAddresses   s
/v2/admin/maintenance DELETE clearMaintenance  maintenance
/v2/admin/maintenance GET getMaintenance maintenance
/v2/admin/maintenance POST setMaintenance  maintenance
/v2/admin/status GET getSystemStatus
/v2/conversion/image POST convertImage  document
/v2/credit/loan/{loanId} GET listCreditChecks credit  s
/v2/credit/loan/{loanId}/adverseAction/{loanEntityId} PUT saveAdverseActionNotice  credit
/v2/credit/report/{id} GET getCreditReport   s
/v2/detail/loan/{loanId} GET getLoanDetails detail
/v2/detail/loan/{loanId} POST addLoanDetails  detail
/v2/detail/loan/{loanId}/sync POST syncLoanDetails  detail
/v2/detail/loan/{loanId}/values PUT setLoanDetailValues  detail
/v2/entities/individualFromUser GET getOwnIndividual entity
/v2/entities/individualFromUser POST createIndividualFromUser  entity,element,loan
/v2/entities/{id}/owners PUT setOwners  entity,element,loan
/v2/frontend/keys GET getFrontendKeys   s
/v2/information/bankAsset/{id} POST updateBankAsset  entity,element,loan
/v2/information/business/{id} POST updateBusiness  entity,element,loan
/v2/information/equipment/{id} POST updateEquipment  entity,element,loan
/v2/information/individual/usdl/{id} GET getDriversLicense entity,document  s
/v2/information/individual/usdl/{id} POST saveDriversLicense  entity,element,loan,loanList
/v2/information/individual/usdl/{id}/removeBack PUT removeLicenseBack  entity,document
/v2/information/individual/usdl/{id}/removeFront PUT removeLicenseFront  entity,document
/v2/information/individual/{id} POST updateIndividual  entity,element,loan
/v2/information/randomAsset/{id} POST updateRandomAsset  entity,element,loan
/v2/information/realEstate/{id} POST updateRealEstate  entity,element,loan
/v2/information/{id}/history GET getInformationHistory entity
/v2/information/{id}/restore POST restoreInformation  entity,element,loan
/v2/information/{id}/reveal POST revealIdentifier
/v2/loanapplication GET listApplications application,loanList
/v2/loanapplication/businesses POST addApplicationBusiness  application,loan,loanList,phase,entity,element
/v2/loanapplication/collateral POST addApplicationCollateral  application,loan,loanList,phase,entity,element
/v2/loanapplication/collateral PUT updateApplicationCollateral  application,loan,loanList,phase,entity,element
/v2/loanapplication/finishReview/{loanId} PUT finishReview  application,loan,loanList,phase,entity,element
/v2/loanapplication/individuals POST addApplicationIndividual  application,loan,loanList,phase,entity,element
/v2/loanapplication/lender/open/{id} GET listOpenApplications application,loanList
/v2/loanapplication/lender/rejected/{id} GET listRejectedApplications application,loanList
/v2/loanapplication/lender/{id} GET listLenderApplications application,loanList
/v2/loanapplication/startReview/{loanId} PUT startReview  application,loan,loanList,phase,entity,element
/v2/loanapplication/submit/{loanId} PUT submitApplication  application,loan,loanList,phase,entity,element
/v2/loanapplication/submitOwnInfo/{loanId} PUT submitOwnInfo  application,loan,loanList,phase,entity,element
/v2/loanapplication/templates/loans/{lenderId} GET listLoanTemplatesOffered template
/v2/loanapplication/withdraw/{loanId} PUT withdrawApplication  application,loan,loanList,phase,entity,element
/v2/loanapplication/{applicationId}/entity/business/{entityId} PUT updateApplicationBusiness  application,loan,loanList,phase,entity,element
/v2/loanapplication/{applicationId}/entity/individuals/{entityId} PUT updateApplicationIndividual  application,loan,loanList,phase,entity,element
/v2/loanapplication/{id} GET getApplication application,loan,entity,element
/v2/loanapplication/{id} PUT updateApplication  application,loan,loanList,phase,entity,element
/v2/loanapplication/{lenderId} POST createApplication  application,loan,loanList,phase,entity,element,session w
/v2/loanapplication/{loanId}/elements GET listApplicationElements application,element,document
/v2/loanapplication/{loanId}/entity/{entityId} DELETE removeApplicationEntity  application,loan,loanList,phase,entity,element
/v2/loanapplication/{loanId}/inviteIndividualAsBorrower/{loanEntityId} POST inviteIndividualAsBorrower  application,invitation,loan
/v2/loanmanager/UserShoeboxDownload DELETE removeShoeboxDownloads  package w
/v2/loanmanager/UserShoeboxDownload GET listShoeboxDownloads package,shoebox,document  sw
/v2/loanmanager/UserShoeboxDownload POST createShoeboxDownload  package w
/v2/loanmanager/applyNewTemplateToExistingEntity POST applyNewTemplateToExistingEntity  loan,loanList,phase,element,entity,detail w
/v2/loanmanager/applyNewTemplateToExistingLoan POST applyNewTemplateToExistingLoan  loan,loanList,phase,element,entity,detail w
/v2/loanmanager/applyTemplate POST applyTemplate  loan,loanList,phase,element,entity,detail w
/v2/loanmanager/createDeepLinkActionForLoan POST createDeepLink
/v2/loanmanager/createEntity POST createEntity  entity,element,loan
/v2/loanmanager/createFromTemplate POST createFromTemplate  loan,loanList,phase,element,entity,detail w
/v2/loanmanager/deepLinkActionForLoan GET getDeepLink loan,element  s
/v2/loanmanager/element/newdoc POST createOfficeDocument  element,document,loan,loanList
/v2/loanmanager/elements DELETE removeElements  element,document,loan,loanList
/v2/loanmanager/elements POST createElements  element,document,loan,loanList
/v2/loanmanager/elements PUT updateElement  element,document,loan,loanList
/v2/loanmanager/elements/answer DELETE removeAnswer  element,document,loan,loanList
/v2/loanmanager/elements/answer POST answerElement  element,document,loan,loanList
/v2/loanmanager/elements/answer/fromtrash DELETE purgeAnswer  element,document,loan,loanList
/v2/loanmanager/elements/copy POST copyElements  element,document,loan,loanList
/v2/loanmanager/elements/copyanswer POST copyAnswer  element,document,loan,loanList
/v2/loanmanager/elements/duplicate POST duplicateElements  element,document,loan,loanList
/v2/loanmanager/elements/{id}/promise PUT promiseElement  element,document,loan,loanList
/v2/loanmanager/elements/{id}/remind POST remindAssignee
/v2/loanmanager/elements/{id}/resetAnswer POST resetAnswer  element,document,loan,loanList
/v2/loanmanager/entityLabel POST labelEntity  entity,element,loan
/v2/loanmanager/facts GET listOwnFactQuestions element,loan,entity
/v2/loanmanager/markelements DELETE trashElements  element,document,loan,loanList
/v2/loanmanager/review GET listReviewQueue element,document  s
/v2/loanmanager/review/{id}/looking POST tellReviewing   s
/v2/loanmanager/shared/elements DELETE unshareElements  element,document,loan,loanList
/v2/loanmanager/shared/elements POST shareElements  element,document,loan,loanList
/v2/loanmanager/sourcesUses/export POST exportSourcesUses   w
/v2/loanmanager/totalPackagesLoansUser GET totalPackagesLoansUser element,loan,shoebox  s
/v2/loanmanager/unmarkelements POST restoreElements  element,document,loan,loanList
/v2/loanmanager/{id}/elements GET listElements element,document  s
/v2/loanmanager/{id}/entities GET listLoanEntities entity
/v2/loanmanager/{id}/facts GET listFactQuestions element,loan,entity
/v2/loanmanager/{id}/facts PUT answerFact  element,loan,loanList
/v2/loanmanager/{id}/statusChangeElements GET listStatusChangeElements element,loan
/v2/loanmanager/{id}/suggestions GET listSuggestions element,loan,entity
/v2/loanmanager/{id}/suggestions POST decideSuggestions  element,loan,loanList
/v2/loanmanager/{loanId}/bulkCreateEntity POST bulkCreateEntity  entity,element,loan w
/v2/loanmanager/{loanId}/bulkUpdateEntity PUT bulkUpdateEntity  entity,element,loan w
/v2/loanmanager/{loanId}/elementsDownload DELETE removeElementDownloads  package w
/v2/loanmanager/{loanId}/elementsDownload GET listElementDownloads package,element,document  sw
/v2/loanmanager/{loanId}/elementsDownload POST createElementDownload  package w
/v2/loanmanager/{loanId}/entity/{entityId} DELETE removeEntity  entity,element,loan
/v2/loanmanager/{loanId}/lenderEntityList GET listLenderEntities entity
/v2/loanmanager/{loanId}/sourcesUses GET getSourcesUses sourcesUses  s
/v2/loanmanager/{loanId}/sourcesUses PUT saveSourcesUses  sourcesUses
/v2/loanmanager/{loanId}/sourcesUses/template PUT saveSourcesUsesTemplate
/v2/loans/{id}/deliveries GET listDeliveries delivery,loan  s
/v2/loans/{id}/deliveries/{deliveryId}/sendAgain POST sendDeliveryAgain  delivery,loan
/v2/loans/{id}/stoppedAddresses GET listStoppedAddresses delivery,loan  s
/v2/notes POST createNote  note
/v2/notes/loan/{loanId} GET listNotes note  s
/v2/notes/{id} DELETE deleteNote  note
/v2/notes/{id} PUT editNote  note
/v2/notes/{id}/read POST markNoteRead  note s
/v2/notes/{id}/status/{status} POST setNoteStatus  note
/v2/notes/{id}/unread POST markNoteUnread  note
/v2/notification/bell GET listNotifications notification,message  s
/v2/notification/bell/markReadAll POST markAllNotificationsRead  notification
/v2/notification/bell/unread/count GET countUnreadNotifications notification,message  s
/v2/notification/bell/{id}/markRead POST markNotificationRead  notification
/v2/notification/loans/muted GET listMutedLoans notification,message
/v2/notification/loans/{id}/mute PUT muteLoan  notification
/v2/notification/unsubscribe POST unsubscribe
/v2/search GET quickSearch loanList,element,document  s
/v2/search/recent GET listRecent recent,loanList,element  s
/v2/search/recent POST addRecent  recent s
/v2/sharepoint/export/{loanId} GET getSharePointExport sharepoint,element
/v2/sharepoint/export/{loanId} POST exportToSharePoint  sharepoint
/v2/sharepoint/settings/{companyId} DELETE removeSharePointSettings  sharepoint
/v2/sharepoint/settings/{companyId} GET getSharePointSettings sharepoint
/v2/sharepoint/settings/{companyId} PUT saveSharePointSettings  sharepoint
/v2/shoebox/item DELETE removeShoeboxItems  shoebox
/v2/shoebox/item POST createShoeboxItem  shoebox
/v2/shoebox/item PUT updateShoeboxItems  shoebox,element,document,loan,loanList w
/v2/shoebox/lender GET listLenderShoebox shoebox,document  s
/v2/shoebox/loan GET listLoanShoebox shoebox,document,element  s
/v2/shoebox/markitem DELETE trashShoeboxItems  shoebox
/v2/shoebox/unfile POST unfileShoeboxItems  shoebox,element,document,loan,loanList w
/v2/shoebox/unmarkitem POST restoreShoeboxItems  shoebox
/v2/signature GET getSignature settings
/v2/signature/{id} PUT updateSignature  settings
/v2/support/categories GET listSupportCategories support  s
/v2/support/category DELETE deleteSupportCategory  support
/v2/support/category POST createSupportCategory  support
/v2/support/category PUT updateSupportCategory  support
/v2/support/entries GET listSupportEntries support  s
/v2/support/entry POST createSupportEntry  support
/v2/support/entry PUT updateSupportEntry  support
/v2/support/entry/{id} DELETE deleteSupportEntry  support
/v2/support/entry/{id}/picture POST addSupportPicture
/v2/support/picture/{id} GET getSupportPicture
/v2/support/views/increment/{supportId} PUT incrementSupportViews   s
/v2/tasks/consolidated/{id} GET getConsolidatedTasks element,document,shoebox  s
/v2/templatefields/set/{id} DELETE deleteTemplateFieldSet  templateField
/v2/templatefields/sets GET listTemplateFieldSets templateField
/v2/templatefields/upload POST uploadTemplateFields  templateField fw
/v2/templates DELETE deleteTemplates  template
/v2/templates GET listTemplates template
/v2/templates POST createTemplate  template
/v2/templates PUT updateTemplate  template,templateElement
/v2/templates/borrower GET listBorrowerTemplates template,templateElement
/v2/templates/copy POST copyTemplate  template w
/v2/templates/download/{ids} GET downloadTemplates
/v2/templates/downloadCsv GET downloadTemplateCsv
/v2/templates/element/answer/{elementId} DELETE deleteTemplateAnswer  template
/v2/templates/elements DELETE deleteTemplateElements  template
/v2/templates/elements POST createTemplateElements  template
/v2/templates/elements PUT updateTemplateElements  template
/v2/templates/elements/answer GET getTemplateAnswerUrl
/v2/templates/elements/answer POST answerTemplateElement  template
/v2/templates/library GET listTemplateLibrary
/v2/templates/upload POST uploadTemplates  template fw
/v2/templates/{id}/elements GET listTemplateElements templateElement
/v2/templates/{id}/publish POST publishTemplate  template,templateElement w
/v2/templates/{id}/versions GET listTemplateVersions template
/v2/users DELETE closeAccount  session,employee s
/v2/users/avatar DELETE deleteAvatar  avatar
/v2/users/avatar POST createAvatar  avatar
/v2/users/avatar PUT replaceAvatar  avatar
/v2/users/avatar/{id} GET getAvatar
/v2/users/avatars GET listAvatars avatar  s
/v2/users/azureEmail PUT updateAzureEmail  session
/v2/users/devices DELETE endOtherDevices  device,session
/v2/users/devices GET listDevices device
/v2/users/devices/{id} DELETE endDevice  device,session
/v2/users/loggedUser GET getLoggedUser session  s
/v2/users/search GET searchUsers employee  s
/v2/users/{userId}/creditConsent GET getCreditConsent consent
/v2/users/{userId}/creditConsent POST giveCreditConsent  consent
`;

export const callsIn = (lines: string) =>
  Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [path, method, name, shows, changes, flags = ''] = line.split(' ');
        return [
          name,
          {
            method,
            path,
            shows: tags(shows),
            changes: tags(changes),
            silent: flags.includes('s'),
            ...(flags.includes('f') && { form: true }),
            ...(flags.includes('w') && { slow: true }),
          },
        ];
      }),
  ) as Record<CallName, BrowserCall>;

export const calls = callsIn(LINES);
