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

/** Name, method, path, what it shows, what it changes, and s for silent, f for a form, w for a wait. */
const LINES = `
login POST /v1/noauth/login  session s
logout POST /auth/logout  session
isAuthenticated GET /v1/auth/isAuthenticated session  s
updateCookieTimeout PUT /v1/auth/updateCookieTimeout   s
getLoggedUser GET /v2/users/loggedUser session  s
getVersion GET /v1/noauth/version   s
signup POST /v1/noauth/signup   s
confirmSignup POST /v1/noauth/confirmSignup   s
resendConfirmationCode POST /v1/noauth/resendConfirmationCode   s
loginWithConfirmCode POST /v1/noauth/loginWithConfirmCode  session s
forgotPassword POST /v1/noauth/forgotPassword   s
confirmForgotPassword POST /v1/noauth/confirmForgotPassword   s
resetPasswordByLink POST /v1/noauth/resetPasswordByLink   s
newPassword POST /v1/noauth/newPassword   s
changePassword POST /v1/auth/changePassword   s
adminResetPassword POST /v1/auth/adminResetPassword
listPossibleGroupRoles GET /v1/auth/listPossibleGroupRoles session
setLoggedRole PUT /v1/auth/setLoggedRole/{roleLevel}  session,loan,loanList,element,entity,detail,document,phase,template,templateElement,templateField,company,label
resetLoggedRole PUT /v1/auth/resetLoggedRole  session,loan,loanList,element,entity,detail,document,phase,template,templateElement,templateField,company,label
listDevices GET /v2/users/devices device
endDevice DELETE /v2/users/devices/{id}  device,session
endOtherDevices DELETE /v2/users/devices  device,session
sendConfirmMobilePhone POST /v1/auth/sendConfirmMobilePhone   s
verifyMobilePhoneWithConfirmCode POST /v1/auth/verifyMobilePhoneWithConfirmCode  session s
createAvatar POST /v2/users/avatar  avatar
replaceAvatar PUT /v2/users/avatar  avatar
deleteAvatar DELETE /v2/users/avatar  avatar
listAvatars GET /v2/users/avatars avatar  s
getAvatar GET /v2/users/avatar/{id}
getCreditConsent GET /v2/users/{userId}/creditConsent consent
giveCreditConsent POST /v2/users/{userId}/creditConsent  consent
updateAzureEmail PUT /v2/users/azureEmail  session
getUserSettings GET /v1/auth/userSettings settings
updateUserSettings PUT /v1/auth/userSettings  settings
getFePreference GET /v1/fepreference/{key} preference  s
setFePreference POST /v1/fepreference/{key}  preference
listTimezones GET /v1/auth/timezones
updateOwnProfile POST /v1/auth/update  session,loan,loanList,element,document
getJavascriptConstants GET /v1/javascriptConstants session,maintenance  s
getFrontendKeys GET /v2/frontend/keys   s
isSubdomainUsedByOthers GET /v1/lenders/isSubdomainUsed/{subdomain}/{companyId}   s
getCompany GET /v1/lenders/{companyId} company
listCompanies GET /v1/lenders/companies company
savePhases POST /v1/lenders/phases  phase,loan,loanList,element
deletePhases DELETE /v1/lenders/phases  phase
listPhases GET /v1/lenders/{companyId}/phases phase
getCompanyLogo GET /v1/lenders/logo/{companyId}   s
listCompaniesForBorrower GET /v1/lenders/forBorrower company
getLoanPlan GET /v1/lenders/{companyId}/loanPlan company,phase
updateCompany PUT /v1/lenders/company/{companyId}  company,session
listSubroles GET /v1/lenders/{id}/subroles company
saveSubrole POST /v1/lenders/subroles  company
getCompanyDetails GET /v1/lenders/companyDetails/{id} company
getSubdomainLogoStub GET /v1/lenders/subdomainLogoStub   s
getExcelTemplateId GET /v1/lenders/{id}/excelTemplateId company,document
setExcelTemplateId PUT /v1/lenders/{id}/excelTemplateId/{docId}  company
createCompanyUser POST /v1/lenders/companyUser  employee,company
listEmployees GET /v1/lenders/{companyId}/employees employee
updateEmployeeInfo POST /v1/lenders/employee/info  employee
getSecureUploadPageUrl GET /v1/lenders/employee/secureUploadPageUrl employee
renewSecureUploadPageUrl POST /v1/lenders/employee/secureUploadPageUrl  employee
addUser POST /v1/auth/addUser  employee
editUser POST /v1/auth/editUser/{id}  employee
removeUser DELETE /v1/auth/editUser/{id}  employee,loan,loanList
resendInvitation POST /v1/auth/addUser/{id}/resend  employee
searchUsers GET /v2/users/search employee  s
closeAccount DELETE /v2/users  session,employee s
getAction GET /v1/action invitation  s
doAction POST /v1/action  invitation,session,loan,loanList,element
openInvitation POST /v1/noauth/openInvitation invitation  s
listPendingInvites GET /v1/action/pendingInvites invitation  s
acceptInvitation POST /v1/noauth/acceptInvitation  session,invitation s
declineInvitation POST /v1/noauth/declineInvitation  invitation s
viewLoans GET /v1/loans/view loanList
getLoan GET /v1/loans/{id} loan,label
viewLoansWithTrash GET /v1/loans/view/withtrashelements loanList,element
pinLoan PUT /v1/loans/{id}/pin  loanList,loan
unpinLoan PUT /v1/loans/{id}/unpin  loanList,loan
createDeepLink POST /v2/loanmanager/createDeepLinkActionForLoan
getDeepLink GET /v2/loanmanager/deepLinkActionForLoan loan,element  s
listDeliveries GET /v2/loans/{id}/deliveries delivery,loan  s
listStoppedAddresses GET /v2/loans/{id}/stoppedAddresses delivery,loan  s
sendDeliveryAgain POST /v2/loans/{id}/deliveries/{deliveryId}/sendAgain  delivery,loan
scheduleBusinessQuickFlag PUT /v1/clear/schedule/businessquickflag/{a}/{b}  credit
scheduleIndividualQuickFlag PUT /v1/clear/schedule/individualquickflag/{a}/{b}  credit
rescheduleBusinessQuickFlag PUT /v1/clear/reschedule/businessquickflag/{a}/{b}  credit
rescheduleIndividualQuickFlag PUT /v1/clear/reschedule/individualquickflag/{a}/{b}  credit
reescheduleTransUnion PUT /v1/transunion/reeschedule/{a}/{b}  credit
listCreditChecks GET /v2/credit/loan/{loanId} credit  s
getCreditReport GET /v2/credit/report/{id}   s
saveAdverseActionNotice PUT /v2/credit/loan/{loanId}/adverseAction/{loanEntityId}  credit
listNotes GET /v2/notes/loan/{loanId} note  s
createNote POST /v2/notes  note
editNote PUT /v2/notes/{id}  note
deleteNote DELETE /v2/notes/{id}  note
markNoteRead POST /v2/notes/{id}/read  note s
markNoteUnread POST /v2/notes/{id}/unread  note
setNoteStatus POST /v2/notes/{id}/status/{status}  note
updateLoan PUT /v1/loans/{id}  loan,loanList,phase
setLoanStatus POST /v1/loans/{id}/status  loan,loanList
setLoanPhase POST /v1/loans/{id}/phase  loan,loanList,phase,element
setReviewStatus PUT /v1/loans/{id}/setReviewStatus/{status}  loan,loanList,element
setPhaseOfLoans POST /v1/loans/phase  loan,loanList,phase,element
exportLoans POST /v1/loans/export
listLoanViews GET /v1/loanViews loanView
createLoanView POST /v1/loanViews  loanView
updateLoanView PUT /v1/loanViews/{id}  loanView
deleteLoanView DELETE /v1/loanViews/{id}  loanView
listParties GET /v1/loans/{id}/people loan,label,invitation
addLenderUser POST /v1/loans/{id}/lenderUser  loan,loanList
editLenderUser PUT /v1/loans/{id}/lenderUser  loan,loanList
removeLenderUser DELETE /v1/loans/{id}/lenderUser/{userId}  loan,loanList
addBorrowerUser POST /v1/loans/{id}/borrowerUser  loan,loanList
setBorrowerRole POST /v1/loans/{id}/borrowerRole  loan,loanList
inviteBorrower POST /v1/loans/{id}/inviteborrower  loan,loanList s
editBorrowUser POST /v1/loans/editBorrowUser/{loanId}/{userId}  loan,loanList
editNonLenderUser POST /v1/loans/editNonLenderUser/{loanId}/{userId}  loan,loanList
addContactRelation POST /v1/loans/{loanId}/contactRelation/{loanRoleId}  loan,loanList
editContactRelation PUT /v1/loans/{loanId}/contactRelation/{loanRoleId}  loan,loanList
removeContactRelation DELETE /v1/loans/{loanId}/contactRelation/{loanRoleId}  loan,loanList
listLoansOfUser GET /v1/loans/company/{companyId}/user/{userId} loanList,loan
listElements GET /v2/loanmanager/{id}/elements element,document  s
listStatusChangeElements GET /v2/loanmanager/{id}/statusChangeElements element,loan
totalPackagesLoansUser GET /v2/loanmanager/totalPackagesLoansUser element,loan,shoebox  s
createElements POST /v2/loanmanager/elements  element,document,loan,loanList
updateElement PUT /v2/loanmanager/elements  element,document,loan,loanList
removeElements DELETE /v2/loanmanager/elements  element,document,loan,loanList
trashElements DELETE /v2/loanmanager/markelements  element,document,loan,loanList
restoreElements POST /v2/loanmanager/unmarkelements  element,document,loan,loanList
copyElements POST /v2/loanmanager/elements/copy  element,document,loan,loanList
duplicateElements POST /v2/loanmanager/elements/duplicate  element,document,loan,loanList
shareElements POST /v2/loanmanager/shared/elements  element,document,loan,loanList
unshareElements DELETE /v2/loanmanager/shared/elements  element,document,loan,loanList
updateFormElements PUT /v1/formElements/updates  element,document,loan,loanList
updateFormElement PUT /v1/formElements/{id}  element,document,loan,loanList
answerElement POST /v2/loanmanager/elements/answer  element,document,loan,loanList
promiseElement PUT /v2/loanmanager/elements/{id}/promise  element,document,loan,loanList
remindAssignee POST /v2/loanmanager/elements/{id}/remind
removeAnswer DELETE /v2/loanmanager/elements/answer  element,document,loan,loanList
purgeAnswer DELETE /v2/loanmanager/elements/answer/fromtrash  element,document,loan,loanList
copyAnswer POST /v2/loanmanager/elements/copyanswer  element,document,loan,loanList
resetAnswer POST /v2/loanmanager/elements/{id}/resetAnswer  element,document,loan,loanList
listAnswers GET /v1/loans/{id}/answers/{elementId} element,document  s
getReceipt GET /v1/loans/{id}/answers/{elementId}/receipt element,document  s
emailReceipt POST /v1/loans/{id}/answers/{elementId}/receipt/email
listReviewQueue GET /v2/loanmanager/review element,document  s
tellReviewing POST /v2/loanmanager/review/{id}/looking   s
refreshPackages POST /v1/loans/{id}/refreshPackages  package w
getPackageUrls GET /v1/loans/{id}/getPackageUrls   sw
listPackages GET /v1/loans/{id}/packages package,element,document  sw
listElementDownloads GET /v2/loanmanager/{loanId}/elementsDownload package,element,document  sw
createElementDownload POST /v2/loanmanager/{loanId}/elementsDownload  package w
removeElementDownloads DELETE /v2/loanmanager/{loanId}/elementsDownload  package w
listShoeboxDownloads GET /v2/loanmanager/UserShoeboxDownload package,shoebox,document  sw
createShoeboxDownload POST /v2/loanmanager/UserShoeboxDownload  package w
removeShoeboxDownloads DELETE /v2/loanmanager/UserShoeboxDownload  package w
getOwnIndividual GET /v2/entities/individualFromUser entity
createIndividualFromUser POST /v2/entities/individualFromUser  entity,element,loan
setOwners PUT /v2/entities/{id}/owners  entity,element,loan
updateRealEstate POST /v2/information/realEstate/{id}  entity,element,loan
updateBusiness POST /v2/information/business/{id}  entity,element,loan
updateEquipment POST /v2/information/equipment/{id}  entity,element,loan
updateBankAsset POST /v2/information/bankAsset/{id}  entity,element,loan
updateRandomAsset POST /v2/information/randomAsset/{id}  entity,element,loan
updateIndividual POST /v2/information/individual/{id}  entity,element,loan
getInformationHistory GET /v2/information/{id}/history entity
restoreInformation POST /v2/information/{id}/restore  entity,element,loan
revealIdentifier POST /v2/information/{id}/reveal
listLoanEntities GET /v2/loanmanager/{id}/entities entity
createEntity POST /v2/loanmanager/createEntity  entity,element,loan
labelEntity POST /v2/loanmanager/entityLabel  entity,element,loan
removeEntity DELETE /v2/loanmanager/{loanId}/entity/{entityId}  entity,element,loan
listLenderEntities GET /v2/loanmanager/{loanId}/lenderEntityList entity
bulkCreateEntity POST /v2/loanmanager/{loanId}/bulkCreateEntity  entity,element,loan w
bulkUpdateEntity PUT /v2/loanmanager/{loanId}/bulkUpdateEntity  entity,element,loan w
getDriversLicense GET /v2/information/individual/usdl/{id} entity,document  s
saveDriversLicense POST /v2/information/individual/usdl/{id}  entity,element,loan,loanList
removeLicenseFront PUT /v2/information/individual/usdl/{id}/removeFront  entity,document
removeLicenseBack PUT /v2/information/individual/usdl/{id}/removeBack  entity,document
addLicenseImage POST /v1/persons/{id}/images/usDriversLicense  entity,document
getLoanDetails GET /v2/detail/loan/{loanId} detail
addLoanDetails POST /v2/detail/loan/{loanId}  detail
syncLoanDetails POST /v2/detail/loan/{loanId}/sync  detail
setLoanDetailValues PUT /v2/detail/loan/{loanId}/values  detail
createFromTemplate POST /v2/loanmanager/createFromTemplate  loan,loanList,phase,element,entity,detail w
applyTemplate POST /v2/loanmanager/applyTemplate  loan,loanList,phase,element,entity,detail w
applyNewTemplateToExistingLoan POST /v2/loanmanager/applyNewTemplateToExistingLoan  loan,loanList,phase,element,entity,detail w
applyNewTemplateToExistingEntity POST /v2/loanmanager/applyNewTemplateToExistingEntity  loan,loanList,phase,element,entity,detail w
listSuggestions GET /v2/loanmanager/{id}/suggestions element,loan,entity
decideSuggestions POST /v2/loanmanager/{id}/suggestions  element,loan,loanList
createApplication POST /v2/loanapplication/{lenderId}  application,loan,loanList,phase,entity,element,session w
updateApplication PUT /v2/loanapplication/{id}  application,loan,loanList,phase,entity,element
addApplicationBusiness POST /v2/loanapplication/businesses  application,loan,loanList,phase,entity,element
addApplicationIndividual POST /v2/loanapplication/individuals  application,loan,loanList,phase,entity,element
addApplicationCollateral POST /v2/loanapplication/collateral  application,loan,loanList,phase,entity,element
updateApplicationBusiness PUT /v2/loanapplication/{applicationId}/entity/business/{entityId}  application,loan,loanList,phase,entity,element
updateApplicationIndividual PUT /v2/loanapplication/{applicationId}/entity/individuals/{entityId}  application,loan,loanList,phase,entity,element
updateApplicationCollateral PUT /v2/loanapplication/collateral  application,loan,loanList,phase,entity,element
removeApplicationEntity DELETE /v2/loanapplication/{loanId}/entity/{entityId}  application,loan,loanList,phase,entity,element
getApplication GET /v2/loanapplication/{id} application,loan,entity,element
listApplications GET /v2/loanapplication application,loanList
listOpenApplications GET /v2/loanapplication/lender/open/{id} application,loanList
listRejectedApplications GET /v2/loanapplication/lender/rejected/{id} application,loanList
listLenderApplications GET /v2/loanapplication/lender/{id} application,loanList
listApplicationElements GET /v2/loanapplication/{loanId}/elements application,element,document
submitOwnInfo PUT /v2/loanapplication/submitOwnInfo/{loanId}  application,loan,loanList,phase,entity,element
submitApplication PUT /v2/loanapplication/submit/{loanId}  application,loan,loanList,phase,entity,element
withdrawApplication PUT /v2/loanapplication/withdraw/{loanId}  application,loan,loanList,phase,entity,element
startReview PUT /v2/loanapplication/startReview/{loanId}  application,loan,loanList,phase,entity,element
finishReview PUT /v2/loanapplication/finishReview/{loanId}  application,loan,loanList,phase,entity,element
inviteIndividualAsBorrower POST /v2/loanapplication/{loanId}/inviteIndividualAsBorrower/{loanEntityId}  application,invitation,loan
listLoanTemplatesOffered GET /v2/loanapplication/templates/loans/{lenderId} template
getUploadUrl GET /v1/documents/uploadUrlFor
createUpload POST /v1/documents/uploads
listUploadParts GET /v1/documents/uploads/parts   s
signUploadParts GET /v1/documents/uploads/partUrls   s
completeUpload POST /v1/documents/uploads/complete
abortUpload POST /v1/documents/uploads/abort
createDocument POST /v1/documents  document
getDocumentWithDownloadUrl GET /v1/documents/{id}/withDownloadUrl
getDocumentWithEditUrl GET /v1/documents/{id}/withEditDownloadUrl
saveDocument PUT /v1/documents/{id}  document,element,loan,loanList
unlockDocument POST /v1/documents/{id}/unlock  document,element,shoebox s
getDocumentText GET /v1/documents/{id}/text
findInDocument GET /v1/documents/{id}/find
convertImage POST /v2/conversion/image  document
createOfficeDocument POST /v2/loanmanager/element/newdoc  element,document,loan,loanList
search GET /v1/search loanList,element,document  s
quickSearch GET /v2/search loanList,element,document  s
listRecent GET /v2/search/recent recent,loanList,element  s
addRecent POST /v2/search/recent  recent s
getConsolidatedTasks GET /v2/tasks/consolidated/{id} element,document,shoebox  s
getTasksAsHtml GET /v1/tasks/html
listLenderShoebox GET /v2/shoebox/lender shoebox,document  s
listLoanShoebox GET /v2/shoebox/loan shoebox,document,element  s
createShoeboxItem POST /v2/shoebox/item  shoebox
updateShoeboxItems PUT /v2/shoebox/item  shoebox,element,document,loan,loanList w
removeShoeboxItems DELETE /v2/shoebox/item  shoebox
trashShoeboxItems DELETE /v2/shoebox/markitem  shoebox
restoreShoeboxItems POST /v2/shoebox/unmarkitem  shoebox
verifyAnonymousEmail POST /v1/noauth/anonSession/verifyEmail   s
verifyAnonymousCode POST /v1/noauth/anonSession/verifyCode   s
createSecureUploadVisit POST /v1/noauth/secureUploadVisit/{lenderId}   s
getAnonymousSession GET /v1/noauth/anonSession/{id}   s
listAnonymousLoans GET /v1/noauth/anonSession/{session}/loans   s
getAnonymousUploadUrl GET /v1/noauth/anonSession/{session}/getUploadUrl   s
createAnonymousDocument POST /v1/noauth/anonSession/{session}/createDocument   s
editAnonymousDocument POST /v1/noauth/anonSession/{session}/editDocument   s
unlockAnonymousDocument POST /v1/noauth/anonSession/{session}/unlockDocument   s
submitAnonymousDocuments POST /v1/noauth/anonSession/{session}/submit   s
requestAnonymousExtension POST /v1/noauth/anonSession/{id}/requestExtension   s
verifyAnonymousExtension POST /v1/noauth/anonSession/{id}/verifyExtension   s
getCalendar GET /v1/calendar loanList,element  s
getCharts GET /v1/charts   sw
exportCharts POST /v1/charts/export
listThreads GET /v1/messages/threads message
countUnreadMessages GET /v1/messages/threads/messages/countunread message  s
getThread GET /v1/messages/threads/{id} message
listThreadMessages GET /v1/messages/threads/{id}/messages message
sendMessage POST /v1/messages  message,draft
editMessage PUT /v1/messages/{id}  message
deleteMessage DELETE /v1/messages/{id}  message,draft
markMessageRead POST /v1/messages/{id}/read  message
markMessageUnread POST /v1/messages/{id}/unread  message
markMessageImportant POST /v1/messages/{id}/important  message
markMessageNotImportant POST /v1/messages/{id}/notimportant  message
muteThread POST /v1/messages/threads/mute/{id}  message
unmuteThread POST /v1/messages/threads/unmute/{id}  message
tellTyping POST /v1/messages/threads/userTyping/{threadId}   s
generateNeedsListBody POST /v1/messages/generateDynamicNeedsListBody
forwardMessage POST /v1/messages/threads/forwardMessage/{id}  message
createDraft POST /v1/messages/draft  draft s
deleteDraft DELETE /v1/messages/draft/{id}  draft s
listDrafts GET /v1/messages/draft/{loanId} draft
listNotifications GET /v2/notification/bell notification,message  s
countUnreadNotifications GET /v2/notification/bell/unread/count notification,message  s
markNotificationRead POST /v2/notification/bell/{id}/markRead  notification
markAllNotificationsRead POST /v2/notification/bell/markReadAll  notification
muteLoan PUT /v2/notification/loans/{id}/mute  notification
listMutedLoans GET /v2/notification/loans/muted notification,message
unsubscribe POST /v2/notification/unsubscribe
listEmailTexts GET /v1/lenders/{companyId}/emailTexts emailText
updateEmailText PUT /v1/lenders/{companyId}/emailTexts  emailText
previewEmailText POST /v1/lenders/{companyId}/emailTexts/preview   s
getPortal GET /v1/noauth/portal/{lenderId} company,template  s
getPortalSettings GET /v1/lenders/{companyId}/portal company,template
updatePortalSettings PUT /v1/lenders/{companyId}/portal  company
getReminderPolicy GET /v1/lenders/{companyId}/reminders reminder
updateReminderPolicy PUT /v1/lenders/{companyId}/reminders  reminder
listLoanReminders GET /v1/loans/{id}/reminders reminder,element,loan
sendReminder POST /v1/loans/{id}/reminders/send  reminder
snoozeReminders POST /v1/loans/{id}/reminders/snooze  reminder
pauseReminders POST /v1/loans/{id}/reminders/pause  reminder
setLoanDueDays POST /v1/loans/{id}/reminders/dueDays  reminder
listTemplates GET /v2/templates template
createTemplate POST /v2/templates  template
updateTemplate PUT /v2/templates  template,templateElement
deleteTemplates DELETE /v2/templates  template
listTemplateElements GET /v2/templates/{id}/elements templateElement
createTemplateElements POST /v2/templates/elements  template
updateTemplateElements PUT /v2/templates/elements  template
deleteTemplateElements DELETE /v2/templates/elements  template
getTemplateAnswerUrl GET /v2/templates/elements/answer
answerTemplateElement POST /v2/templates/elements/answer  template
deleteTemplateAnswer DELETE /v2/templates/element/answer/{elementId}  template
copyTemplate POST /v2/templates/copy  template w
listBorrowerTemplates GET /v2/templates/borrower template,templateElement
uploadTemplates POST /v2/templates/upload  template fw
downloadTemplates GET /v2/templates/download/{ids}
downloadTemplateCsv GET /v2/templates/downloadCsv
listTemplateLibrary GET /v2/templates/library
publishTemplate POST /v2/templates/{id}/publish  template,templateElement w
listTemplateVersions GET /v2/templates/{id}/versions template
uploadTemplateFields POST /v2/templatefields/upload  templateField fw
listTemplateFieldSets GET /v2/templatefields/sets templateField
deleteTemplateFieldSet DELETE /v2/templatefields/set/{id}  templateField
listLabels GET /v1/admin/labels/forCompany/{id} label
saveLabels POST /v1/admin/labels/forCompany/{id}  label
deleteLabels DELETE /v1/admin/labels  label
setLabelsForUser POST /v1/labels/loan/{id}/setForUser  label,loan
listLabelsAvailableToMe GET /v1/labels/loan/{id}/availableToMe label
listSupportCategories GET /v2/support/categories support  s
createSupportCategory POST /v2/support/category  support
updateSupportCategory PUT /v2/support/category  support
deleteSupportCategory DELETE /v2/support/category  support
incrementSupportViews PUT /v2/support/views/increment/{supportId}   s
listSupportEntries GET /v2/support/entries support  s
createSupportEntry POST /v2/support/entry  support
updateSupportEntry PUT /v2/support/entry  support
deleteSupportEntry DELETE /v2/support/entry/{id}  support
addSupportPicture POST /v2/support/entry/{id}/picture
getSupportPicture GET /v2/support/picture/{id}
getMaintenance GET /v2/admin/maintenance maintenance
setMaintenance POST /v2/admin/maintenance  maintenance
clearMaintenance DELETE /v2/admin/maintenance  maintenance
getSystemStatus GET /v2/admin/status
listAuditEntries GET /v1/admin/audit
listAuditChoices GET /v1/admin/audit/choices
verifyAuditChain GET /v1/admin/audit/chain/{loanId}
exportAudit POST /v1/admin/audit/export
listLoanActivity GET /v1/loans/{id}/activity loan,element,document
streamEvents GET /v1/events   s
`;

export const calls = Object.fromEntries(
  LINES.trim()
    .split('\n')
    .map((line) => {
      const [name, method, path, shows, changes, flags = ''] = line.split(' ');
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
