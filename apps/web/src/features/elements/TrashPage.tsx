import type { Element, PastAnswer } from '@cairn/contract';
import { IconFile } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type Job, job, sendAll } from '../../lib/sendAll.ts';
import { Trash, type Trashed } from '../../ui/Trash.tsx';
import { useCall } from '../../lib/useCall.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { FolderKindIcon } from './FolderKindIcon.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { factsOf, isShown, trashFilters } from './trashFilter.ts';

const route = getRouteApi('/shell/explorer/trash/$loanId');

const whoAndWhen = ({ deletedByUser, whenDeleted }: Element, now: Date): string =>
  [deletedByUser && personName(deletedByUser), whenDeleted && formatModified(whenDeleted, now)]
    .filter(Boolean)
    .join(', ');

const asTrashed = (element: Element, now: Date): Trashed => ({
  id: element.id,
  title: element.title,
  icon:
    element.storageType === 'FOLDER' ? (
      <FolderKindIcon type={element.sherpaEntityType} size={18} />
    ) : (
      <IconFile size={18} stroke={1.7} aria-hidden />
    ),
  cells: ['', whoAndWhen(element, now)],
  mayRestore: element.abilities.trash,
  mayRemove: element.abilities.remove,
});

interface TrashedAnswer {
  element: Element;
  answer: PastAnswer;
}

/**
 * Files that were removed from their request. Replaced files are not in the trash but in the history of the request.
 */
const trashedAnswers = (elements: readonly Element[]): TrashedAnswer[] =>
  elements
    .filter(({ id, elementId }) => id === elementId)
    .flatMap((element) =>
      element.deletedAnswers
        .filter(({ ended, document }) => ended === 'DELETED' && document !== null)
        .map((answer) => ({ element, answer })),
    );

const answerAsTrashed = ({ element, answer }: TrashedAnswer, now: Date): Trashed => ({
  id: answer.id,
  title: answer.document?.name ?? element.title,
  icon: <FileKind name={answer.document?.name} />,
  cells: [`Answer to ${element.title}`, formatModified(answer.endedDate, now)],
  // A removed file cannot be restored if the request has a new answer, because that would replace the new answer.
  mayRestore: element.abilities.answer && element.answer === null,
  mayRemove: element.abilities.remove,
});

/** The trash of one loan: its trashed elements and removed answers. */
export function TrashPage() {
  const { loanId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const list = useCall('listElements', { params: { id: loanId }, query: { status: 'TRASHED' } });
  const live = useCall('listElements', { params: { id: loanId } });
  if (list.isError) throw list.error;
  if (live.isError) throw live.error;
  const trashed = list.data?.elements.filter(({ deleted }) => deleted);
  const answers = trashedAnswers(live.data?.elements ?? []);
  const titleOf = (id: string): string | undefined =>
    trashed?.find((each) => each.id === id)?.title ??
    answers.find((each) => each.answer.id === id)?.answer.document?.name;
  const splitIds = (ids: readonly string[]) => ({
    elements: ids.filter((id) => trashed?.some((each) => each.id === id)),
    answers: answers.filter(({ answer: { id } }) => ids.includes(id)),
  });
  const restore = (ids: readonly string[]) => {
    const choice = splitIds(ids);
    // Restores only the newest removed answer of each request, because each further one would replace the one before.
    const newest = new Map(choice.answers.toReversed().map((each) => [each.element.id, each]));
    const jobs: Job[] = [...newest.values()].map(({ element, answer: { document } }) => {
      const body = { loanId, elementId: element.id, documentId: document!.id, submit: true };
      return job('answerElement', { body });
    });
    const { elements } = choice;
    if (elements.length > 0) {
      jobs.unshift(job('restoreElements', { body: { loanId, elements } }, elements.length));
    }
    return sendAll(jobs, ids.length, 'restored', { title: titleOf(ids[0]!) });
  };
  const remove = (ids: readonly string[]) => {
    const { elements, answers: past } = splitIds(ids);
    const jobs: Job[] = past.map(({ element, answer }) =>
      job('purgeAnswer', { body: { loanId, elementId: element.id, answerId: answer.id } }),
    );
    if (elements.length > 0) {
      jobs.push(job('removeElements', { body: { loanId, elements } }, elements.length));
    }
    return sendAll(jobs, ids.length, 'deleted permanently', { title: titleOf(ids[0]!) });
  };
  const all = trashed && live.data ? [...live.data.elements, ...trashed] : [];
  const byId = new Map(all.map((element) => [element.id, element]));
  const facts = [
    ...(trashed ?? []).map((element) =>
      factsOf(element, byId, {
        id: element.id,
        fileName: element.answer?.document?.name,
        when: element.whenDeleted,
      }),
    ),
    ...answers.map(({ element, answer: past }) =>
      factsOf(element, byId, {
        id: past.id,
        fileName: past.document?.name,
        when: past.endedDate,
      }),
    ),
  ];
  const shownIds = new Set(facts.filter((each) => isShown(each, search, now)).map(({ id }) => id));
  const isFiltered = shownIds.size < facts.length;
  return (
    <Trash
      title="Trash"
      back={
        <BackLink to={routes.loan} params={{ loanId }} search={{ view: 'package' }}>
          Back to the package
        </BackLink>
      }
      text="Items stay here until you restore or delete them."
      columns={['From', 'Moved to trash']}
      things={
        live.data &&
        trashed &&
        [
          ...trashed.map((element) => asTrashed(element, now)),
          ...answers.map((each) => answerAsTrashed(each, now)),
        ].filter(({ id }) => shownIds.has(id))
      }
      filters={
        facts.length > 0 && (
          <FilterBar
            filters={trashFilters(facts, all)}
            search={search}
            pb="sm"
            onFilter={(change) =>
              void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
            }
          />
        )
      }
      isFiltered={isFiltered}
      notThere={<RowsSkeleton label="Loading the trash" />}
      warning="This permanently deletes it and its contents. You can’t undo this."
      warningOfSeveral="This permanently deletes them and their contents. You can’t undo this."
      onRestore={restore}
      onRemove={remove}
    />
  );
}
