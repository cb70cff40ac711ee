import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { timing } from '../tokens.json';
import type { HintSide } from '../lib/hint.ts';
import classes from './HintLayer.module.css';

const findHinted = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;

/** The first hint shows after a delay. Another hint within the skip window shows at once. */
function watchHints(show: (element: HTMLElement | null) => void): () => void {
  let current: HTMLElement | null = null;
  let visible = false;
  let hiddenAt = -Infinity;
  let timer: number | undefined;

  const hide = () => {
    window.clearTimeout(timer);
    if (visible) hiddenAt = performance.now();
    current = null;
    visible = false;
    show(null);
  };
  const reveal = (element: HTMLElement) => {
    current = element;
    visible = true;
    show(element);
  };
  const hover = (event: PointerEvent) => {
    const element = findHinted(event.target);
    if (event.pointerType === 'touch' || element === current) return;
    hide();
    if (!element) return;
    current = element;
    const skips = performance.now() - hiddenAt < timing.tooltipSkipMs;
    timer = window.setTimeout(() => reveal(element), skips ? 0 : timing.tooltipDelayMs);
  };
  const focus = (event: FocusEvent) => {
    const element = findHinted(event.target);
    if (element?.matches(':focus-visible')) reveal(element);
    else hide();
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };

  const control = new AbortController();
  const options = { signal: control.signal, passive: true };
  document.addEventListener('pointerover', hover, options);
  document.addEventListener('focusin', focus, options);
  document.addEventListener('keydown', escape, options);
  for (const away of ['pointerdown', 'focusout', 'scroll'] as const) {
    document.addEventListener(away, hide, { ...options, capture: true });
  }
  return () => {
    control.abort();
    window.clearTimeout(timer);
  };
}

export default function HintLayer() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => watchHints(setElement), []);
  if (!element) return null;
  return (
    <Tooltip
      opened
      target={element}
      label={element.dataset['hint']}
      position={element.dataset['hintSide'] as HintSide}
      classNames={{ tooltip: classes.hint ?? '' }}
      transitionProps={{ duration: 120 }}
    />
  );
}
