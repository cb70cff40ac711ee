import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { headingInView, navbarTitle } from '../lib/navbar.ts';

const findHeading = (): HTMLElement | null => document.querySelector('main h1');

/** Whether the user can see the heading. A heading for screen readers only is one pixel large and is never visible. */
const isSeen = ({ isIntersecting, intersectionRect }: IntersectionObserverEntry): boolean =>
  isIntersecting && intersectionRect.width > 1;

/** Follows the heading of the page, which can render later than the page itself, together with the loaded data. */
function followHeading(onHeading: (element: HTMLElement) => void): () => void {
  let last: HTMLElement | null = null;
  const look = () => {
    const element = findHeading();
    if (!element) return;
    navbarTitle.set(element.textContent ?? '');
    if (element === last) return;
    last = element;
    inView.disconnect();
    inView.observe(element);
    onHeading(element);
  };
  const inView = new IntersectionObserver(([entry]) =>
    headingInView.set(entry === undefined || isSeen(entry)),
  );
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    watcher.disconnect();
    inView.disconnect();
  };
}

/** False if the user has moved the focus since the navigation. */
function mayTakeFocus(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.id === 'main' ||
    activeElement.matches('h1, a[aria-current=page]') ||
    !activeElement.isConnected
  );
}

/**
 * After a navigation, moves the focus to the heading of the new page, so that screen readers and the Tab key continue
 * there and not at the link that was clicked. The heading is also the title in the top bar of a small screen.
 */
export function usePageHeading(): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== pathname;
    before.current = pathname;
    let waiting = moved;
    // The old page can stay mounted for a moment. The focus moves to its `main` in the meantime, so that a Tab press is
    // not lost.
    if (moved) document.getElementById('main')?.focus({ preventScroll: true });
    return followHeading((element) => {
      if (!waiting || !mayTakeFocus()) return;
      waiting = false;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    });
  }, [pathname]);
}
