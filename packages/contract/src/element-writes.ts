import { z } from 'zod';
import { STORAGE_TYPES } from './constants.ts';
import { MAX_ITEMS, QUESTION_TYPES, REJECTION_CODES } from './element-terms.ts';
import { color, element, packageReply, settable, share, title } from './elements.ts';
import { endpoint, type Tag } from './endpoint.ts';
import { byId, id, repeatedParam, text } from './shapes.ts';

const changes: readonly Tag[] = ['element', 'document', 'loan', 'loanList'];

/** JSON Schema for the API's description: a link, a folder, a question with choices, or any other request. */
function describeKinds() {
  const withoutLink = { required: ['title'], not: { required: ['elementId'] } };
  const noChoices = { choices: { maxItems: 0 } };
  return [
    { required: ['elementId'] },
    {
      ...withoutLink,
      required: ['title', 'storageType'],
      properties: {
        storageType: { const: 'FOLDER' },
        questionType: { type: 'null' },
        sbaTab: { type: 'null' },
        ...noChoices,
      },
    },
    {
      ...withoutLink,
      required: ['title', 'questionType', 'choices'],
      properties: {
        storageType: { const: 'FILE' },
        questionType: { const: 'CHOICE' },
        choices: { minItems: 2 },
      },
    },
    {
      ...withoutLink,
      properties: {
        storageType: { const: 'FILE' },
        questionType: { enum: [null, ...QUESTION_TYPES.filter((type) => type !== 'CHOICE')] },
        ...noChoices,
      },
    },
  ];
}

const newElement = z
  .strictObject({
    /** Chosen by the caller if other elements of the same call refer to it as their parent. */
    id: id.optional(),
    title: title.optional(),
    borrowerTitle: settable.borrowerTitle.optional(),
    storageType: z.enum(STORAGE_TYPES).default('FILE'),
    questionType: z.enum(QUESTION_TYPES).nullable().optional(),
    /** Set for a link: the target element. */
    elementId: id.optional(),
    parentId: settable.parentId.nullable().optional(),
    description: settable.description.optional(),
    includeDescription: settable.includeDescription.optional(),
    displayOrder: settable.displayOrder.optional(),
    priorityType: settable.priorityType.optional(),
    flags: settable.flags.optional(),
    color: color.nullable().optional(),
    locations: settable.locations.optional(),
    visibleAtStatus: settable.visibleAtStatus.optional(),
    releasePhase: settable.releasePhase.optional(),
    hasExpiration: settable.hasExpiration.optional(),
    dueDate: settable.dueDate.optional(),
    assignedToUserId: settable.assignedToUserId.optional(),
    choices: settable.choices.optional(),
    sbaTab: settable.sbaTab.optional(),
  })
  .meta({ anyOf: describeKinds() });
export type NewElementBody = z.infer<typeof newElement>;

const change = z.strictObject({
  /** The version that the caller saw, so that a concurrent change is not overwritten. */
  version: z.number().int().optional(),
  ...z.object(settable).partial().shape,
  /** The session determines who approved; the value only indicates an approval, and null undoes it. */
  approvedByUserId: id.nullable().optional(),
  approved: z.boolean().optional(),
  rejectedByUserId: id.nullable().optional(),
  rejectionCode: z.enum(REJECTION_CODES).optional(),
  rejectionReason: text.optional(),
});
export type ElementChange = z.infer<typeof change>;

/** Ids in the body, bare or as {id, loanId}, or repeated in the query: some proxies drop bodies of DELETE. */
const elementRef = z.union([id, z.strictObject({ id, loanId: id.optional() })]);
const chosenBody = z.strictObject({
  loanId: id.optional(),
  elements: z.array(elementRef).min(1).max(MAX_ITEMS).optional(),
});
const chosenQuery = z.strictObject({ loanId: id.optional(), id: repeatedParam(id) });
const restoredBody = chosenBody.required({ elements: true });
export type ChosenBody = z.infer<typeof chosenBody>;
export type ChosenQuery = z.infer<typeof chosenQuery>;

const sources = z.strictObject({
  loanId: id,
  sourceIds: z.array(id).min(1).max(MAX_ITEMS),
  parentId: id.optional(),
});

const shares = z.strictObject({
  loanId: id,
  shares: z
    .array(
      z
        .strictObject({ elementId: id, targetLoanId: id.optional(), userId: id.optional() })
        .refine((target) => (target.targetLoanId === undefined) !== (target.userId === undefined), {
          message: 'Either a loan or a person',
        })
        .meta({ oneOf: [{ required: ['targetLoanId'] }, { required: ['userId'] }] }),
    )
    .min(1)
    .max(MAX_ITEMS),
});

const changedIds = z.object({ ids: z.array(id) });
const changed = z.object({ elements: z.array(element) });

export const elementWrites = {
  createElements: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements',
    audience: 'session',
    summary: 'Ask for documents and answers, make folders, link items; all or none',
    body: z.strictObject({ loanId: id, elements: z.array(newElement).min(1).max(MAX_ITEMS) }),
    reply: packageReply,
    errors: [
      'LOAN_NOT_FOUND',
      'NOT_FOUND',
      'UNAUTHORIZED',
      'NOT_A_PLACE',
      'PACKAGE_FULL',
      'CONFLICT',
    ],
    changes,
  }),
  updateElement: endpoint({
    method: 'PUT',
    path: '/v2/loanmanager/elements',
    audience: 'session',
    summary: 'Change, move, assign, approve or send back one item',
    body: change.extend({ id, loanId: id }),
    reply: element,
    errors: [
      'NOT_FOUND',
      'UNAUTHORIZED',
      'CONFLICT',
      'NOT_A_PLACE',
      'PACKAGE_STAYS',
      'NOTHING_TO_DECIDE',
      'FOUR_EYES',
    ],
    changes,
  }),
  removeElements: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/elements',
    audience: 'session',
    summary: 'Delete items of the trash for good, with everything in them; all or none',
    query: chosenQuery,
    body: chosenBody,
    reply: changedIds,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NOT_IN_TRASH', 'PACKAGE_STAYS'],
    changes,
  }),
  trashElements: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/markelements',
    audience: 'session',
    summary: 'Put items into the trash, with everything in them; all or none',
    query: chosenQuery,
    body: chosenBody,
    reply: changed,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'PACKAGE_STAYS'],
    changes,
  }),
  restoreElements: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/unmarkelements',
    audience: 'session',
    summary: 'Put items of the trash back where they were; all or none',
    body: restoredBody,
    reply: changed,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'NOT_IN_TRASH'],
    changes,
  }),
  copyElements: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements/copy',
    audience: 'session',
    summary: 'Ask for the same on a loan: copies of items and of what is in them, without answers',
    body: sources,
    reply: packageReply,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'NOT_A_PLACE', 'PACKAGE_FULL'],
    changes,
  }),
  duplicateElements: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/elements/duplicate',
    audience: 'session',
    summary: 'The same once more, beside the original, without answers',
    body: sources.omit({ parentId: true }),
    reply: packageReply,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'PACKAGE_STAYS', 'PACKAGE_FULL'],
    changes,
  }),
  shareElements: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/shared/elements',
    audience: 'session',
    summary: 'Show items on another loan of the company, or to one person; all or none',
    body: shares,
    reply: z.object({ shares: z.array(share) }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes,
  }),
  unshareElements: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/shared/elements',
    audience: 'session',
    summary: 'End shares, at once; all or none',
    query: z.strictObject({ loanId: id.optional(), id: repeatedParam(id) }),
    body: z.strictObject({ loanId: id.optional(), shares: shares.shape.shares.optional() }),
    reply: changedIds,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes,
  }),
  listSharedElements: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/shared/elementsbyloan',
    audience: 'session',
    summary: 'Shared elements, with loan and recipients, as far as the caller sees them',
    query: z.strictObject({ loanId: repeatedParam(id) }),
    reply: z.object({ sharesByLoan: z.record(z.string(), z.array(share)) }),
    shows: ['element'],
  }),
};

export const formElements = {
  updateFormElements: endpoint({
    method: 'PUT',
    path: '/v1/formElements/updates',
    audience: 'session',
    summary: 'Change several items; all or none',
    body: z.strictObject({
      updates: z
        .array(change.extend({ id, loanId: id.optional() }))
        .min(1)
        .max(MAX_ITEMS),
    }),
    reply: changed,
    errors: elementWrites.updateElement.errors!,
    changes,
  }),
  copyFormElements: endpoint({
    method: 'PUT',
    path: '/v1/formElements/copy',
    audience: 'session',
    summary: 'Ask for the same on a loan, as elements/copy does',
    body: sources,
    reply: packageReply,
    errors: elementWrites.copyElements.errors!,
    changes,
  }),
  updateFormElement: endpoint({
    method: 'PUT',
    path: '/v1/formElements/{id}',
    audience: 'session',
    summary: 'Change, move, assign, approve or send back one item',
    params: byId,
    body: change.extend({ loanId: id.optional() }),
    reply: element,
    errors: elementWrites.updateElement.errors!,
    changes,
  }),
  approveFormElement: endpoint({
    method: 'POST',
    path: '/v1/formElements/{id}/approve',
    audience: 'session',
    summary: 'Accept the document that answers a request, or take that back',
    params: byId,
    body: z.strictObject({
      approved: z.boolean().default(true),
      version: z.number().int().optional(),
    }),
    reply: element,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT', 'NOTHING_TO_DECIDE', 'FOUR_EYES'],
    changes,
  }),
};
