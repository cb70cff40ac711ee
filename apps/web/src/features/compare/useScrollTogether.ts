import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Events that show that the user scrolls. */
const INPUTS = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Synchronizes the scrolling of both halves by distance, so a difference between their positions is kept. Returns a
 * function that pauses this until the next user input, so that the halves can go to different positions.
 */
export function useScrollTogether(root: RefObject<HTMLElement | null>, isOn = true): () => void {
  const isPaused = useRef(false);
  useEffect(() => {
    const element = root.current;
    if (!element || !isOn) return undefined;
    const places = new WeakMap<Element, number>();
    for (const { parentElement } of element.querySelectorAll('.pdfViewer')) {
      if (parentElement) places.set(parentElement, parentElement.scrollTop);
    }
    /** Scroll positions set by this hook. The resulting scroll events must not move the other half again. */
    const followers = new WeakMap<Element, number>();
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.querySelector(':scope > .pdfViewer')) return;
      const way = target.scrollTop - (places.get(target) ?? 0);
      places.set(target, target.scrollTop);
      if (followers.get(target) === target.scrollTop) return;
      if (isPaused.current) return;
      for (const viewer of element.querySelectorAll('.pdfViewer')) {
        const other = viewer.parentElement;
        if (!other || other === target || other.closest('[inert]')) continue;
        other.scrollTop += way;
        places.set(other, other.scrollTop);
        followers.set(other, other.scrollTop);
      }
    };
    // Scroll events do not bubble, so the listener uses the capture phase.
    element.addEventListener('scroll', onScroll, { capture: true, passive: true });
    const resume = () => {
      isPaused.current = false;
    };
    for (const input of INPUTS) element.addEventListener(input, resume, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll, { capture: true });
      for (const input of INPUTS) element.removeEventListener(input, resume);
    };
  }, [root, isOn]);
  return useCallback(() => {
    isPaused.current = true;
  }, []);
}
