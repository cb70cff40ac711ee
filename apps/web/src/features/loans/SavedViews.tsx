import type { LoanView } from '@cairn/contract';
import { Flex, UnstyledButton } from '@mantine/core';
import { IconBookmarkPlus, IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { isFiltered } from './filters.ts';
import classes from './SavedViews.module.css';
import type { Pipeline } from './usePipeline.ts';
import type { ViewMenu } from './ViewMenu.tsx';
import { sameShown, shownByView, viewOf } from './views.ts';

const menu = menuLoadedBy<ViewMenu>(() => import('./ViewMenu.tsx'));
const ViewNameDialog = lazy(() => import('./ViewNameDialog.tsx'));

interface ChipProps {
  view: LoanView;
  pressed: boolean;
  onPress: () => void;
  menuBody: ViewMenu;
}

function ViewChip({ view, pressed, onPress, menuBody }: ChipProps) {
  return (
    <li className={classes.chip} data-pressed={pressed || undefined}>
      <UnstyledButton className={classes.name ?? ''} aria-pressed={pressed} onClick={onPress}>
        {view.name}
      </UnstyledButton>
      <LazyMenu
        menu={menu}
        className={classes.more}
        label={`More for the view ${view.name}`}
        body={menuBody}
      >
        <IconDots size={14} stroke={1.7} aria-hidden />
      </LazyMenu>
    </li>
  );
}

/** The user's saved views of this page. */
export function SavedViews({ pipeline }: { pipeline: Pipeline }) {
  const { section, shown, show, phases } = pipeline;
  const { data } = useCall('listLoanViews', {});
  const change = useAction('updateLoanView');
  const remove = useAction('deleteLoanView');
  const [naming, setNaming] = useState<LoanView | 'new' | null>(null);
  if (!data || !phases) return null;
  const phaseIds = phases.map(({ id }) => id);
  const views = data.views.filter((view) => view.section === section.key);
  const current = views.find((view) => sameShown(shownByView(view, phaseIds), shown));
  const plain = !isFiltered(shown) && shown.direction === 'asc' && shown.layout === 'LIST';
  const menuOf = (view: LoanView): ViewMenu => ({
    current: view.id === current?.id,
    onRename: () => setNaming(view),
    onReplace: () =>
      change.mutate(
        { params: { id: view.id }, body: viewOf(section.key, shown) },
        { onSuccess: () => announce(`View ${view.name} saved`) },
      ),
    onDelete: () =>
      remove.mutate(
        { params: { id: view.id } },
        { onSuccess: () => announce(`View ${view.name} deleted`) },
      ),
  });
  return (
    <>
      {views.length > 0 && (
        <Flex component="ul" aria-label="Saved views" miw={0} wrap="wrap" gap="xs">
          {views.map((view) => (
            <ViewChip
              key={view.id}
              view={view}
              pressed={view.id === current?.id}
              onPress={() => show(shownByView(view, phaseIds))}
              menuBody={menuOf(view)}
            />
          ))}
        </Flex>
      )}
      {!plain && !current && (
        <UnstyledButton className={classes.save ?? ''} onClick={() => setNaming('new')}>
          <IconBookmarkPlus size={15} stroke={1.7} aria-hidden />
          Save view
        </UnstyledButton>
      )}
      {naming !== null && (
        <Suspense fallback={null}>
          <ViewNameDialog
            view={naming === 'new' ? null : naming}
            fields={viewOf(section.key, shown)}
            onClose={() => setNaming(null)}
          />
        </Suspense>
      )}
    </>
  );
}
