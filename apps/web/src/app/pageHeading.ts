import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { headingInView, navbarTitle } from '../lib/navbar.ts';

const findHeading = (): HTMLElement | null => document.querySelector('main h1');

/** A heading for screen readers alone is one pixel large: no one sees it, wherever the page is scrolled to. */
const isSeen = ({ isIntersecting, intersectionRect }: IntersectionObserverEntry): boolean =>
  isIntersecting && intersectionRect.width > 1;

/** The page's own heading may come later than the page, with what it shows. */
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

/** False if the user has moved the focus since. */
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
 * After a navigation the screen reader's place and the next Tab start at the new page's heading, not
 * at the old link. The heading is also the title in the bar of a small screen.
 */
export function usePageHeading(): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== pathname;
    before.current = pathname;
    let waiting = moved;
    // The old page may stay mounted a moment longer: its main is left, so that the next Tab is not lost.
    if (moved) document.getElementById('main')?.focus({ preventScroll: true });
    return followHeading((element) => {
      if (!waiting || !mayTakeFocus()) return;
      waiting = false;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    });
  }, [pathname]);
}
