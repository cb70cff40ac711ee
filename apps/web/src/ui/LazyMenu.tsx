import { UnstyledButton } from '@mantine/core';
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useCallback,
  useRef,
  useState,
} from 'react';
import { hint } from '../lib/hint.ts';
import classes from './IconButton.module.css';

export interface MenuBodyProps {
  /** The button that opens the menu. It has been pressed already. */
  target: ReactNode;
}

type Body<Props> = ComponentType<Props & MenuBodyProps>;

interface LoadedMenu<Props> {
  load: () => Promise<unknown>;
  Body: LazyExoticComponent<Body<Props>>;
}

/** Must be called once for each menu, outside of components. */
export function menuLoadedBy<Props>(
  load: () => Promise<{ default: Body<Props> }>,
): LoadedMenu<Props> {
  return { load, Body: lazy(load) };
}

/** The class of an icon button, for buttons that add a class for their position. */
export const iconButton = classes.button;

interface LazyMenuProps<Props> {
  menu: LoadedMenu<Props>;
  /** Replaces the class of an icon button. */
  className?: string | undefined;
  active?: boolean;
  /** The accessible name of a button that shows only an icon. */
  label?: string;
  body: Props;
  children: ReactNode;
}

/**
 * A button whose menu is loaded when the user is about to open it. The menu code is larger than that of all other
 * controls of a page together, and most visits open no menu.
 */
export function LazyMenu<Props extends object>(props: LazyMenuProps<Props>) {
  const { menu, className = classes.button, active, label, body, children } = props;
  const [isLoading, setIsLoading] = useState(false);
  const preload = () => void menu.load();
  // The loaded menu renders the button as a new element. The focus moves to this element, so that it also returns there
  // when the menu closes.
  const pressed = useRef(false);
  const keepFocus = useCallback((element: HTMLButtonElement | null) => {
    if (pressed.current) element?.focus({ preventScroll: true });
  }, []);
  const button = (
    <UnstyledButton
      ref={keepFocus}
      className={className ?? ''}
      data-active={active || undefined}
      aria-haspopup="menu"
      {...(label === undefined ? {} : { 'aria-label': label, ...hint(label) })}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        pressed.current = !isLoading;
        setIsLoading(true);
      }}
    >
      {children}
    </UnstyledButton>
  );
  if (!isLoading) return button;
  return (
    <Suspense fallback={button}>
      <menu.Body {...body} target={button} />
    </Suspense>
  );
}
