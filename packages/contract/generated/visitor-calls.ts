// Written by npm run generate from packages/contract/src, for the calls that a page of apps/web names. Do not edit.
import { calls, callsIn } from './calls.ts';

/** Path, method, name, what it shows, what it changes, and s for silent, f for a form, w for a wait. */
const LINES = `
/v1/noauth/anonSession/verifyCode POST verifyAnonymousCode   s
/v1/noauth/anonSession/verifyEmail POST verifyAnonymousEmail   s
/v1/noauth/anonSession/{id} GET getAnonymousSession   s
/v1/noauth/anonSession/{id}/requestExtension POST requestAnonymousExtension   s
/v1/noauth/anonSession/{id}/verifyExtension POST verifyAnonymousExtension   s
/v1/noauth/anonSession/{session}/createDocument POST createAnonymousDocument   s
/v1/noauth/anonSession/{session}/editDocument POST editAnonymousDocument   s
/v1/noauth/anonSession/{session}/getUploadUrl GET getAnonymousUploadUrl   s
/v1/noauth/anonSession/{session}/loans GET listAnonymousLoans   s
/v1/noauth/anonSession/{session}/submit POST submitAnonymousDocuments   s
/v1/noauth/anonSession/{session}/unlockDocument POST unlockAnonymousDocument   s
/v1/noauth/anonSession/{session}/uploads POST createAnonymousUpload   s
/v1/noauth/anonSession/{session}/uploads/abort POST abortAnonymousUpload   s
/v1/noauth/anonSession/{session}/uploads/complete POST completeAnonymousUpload   s
/v1/noauth/anonSession/{session}/uploads/partUrls GET signAnonymousUploadParts   s
/v1/noauth/anonSession/{session}/uploads/parts GET listAnonymousUploadParts   s
`;

Object.assign(calls, callsIn(LINES));
