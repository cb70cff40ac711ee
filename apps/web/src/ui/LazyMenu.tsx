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
  /** The button the menu hangs on, already pressed once. */
  target: ReactNode;
}

type Body<Props> = ComponentType<Props & MenuBodyProps>;

interface LoadedMenu<Props> {
  load: () => Promise<unknown>;
  Body: LazyExoticComponent<Body<Props>>;
}

/** Call it once for each menu, outside of components. */
export function menuLoadedBy<Props>(
  load: () => Promise<{ default: Body<Props> }>,
): LoadedMenu<Props> {
  return { load, Body: lazy(load) };
}

/** The look of an icon button, for one that also has a place of its own. */
export const iconButton = classes.button;

interface LazyMenuProps<Props> {
  menu: LoadedMenu<Props>;
  /** Instead of the look of an icon button. */
  className?: string | undefined;
  active?: boolean;
  /** Names the button where it shows only an icon. */
  label?: string;
  body: Props;
  children: ReactNode;
}

/**
 * A button whose menu is loaded when the user is about to open it. Menus weigh more than the rest
 * of the page's controls together, and most visits open none.
 */
export function LazyMenu<Props extends object>(props: LazyMenuProps<Props>) {
  const { menu, className = classes.button, active, label, body, children } = props;
  const [isLoading, setIsLoading] = useState(false);
  const preload = () => void menu.load();
  // The button that the menu hangs on is another element than the one that was pressed: the focus
  // moves on with it, and so comes back to it when the menu closes.
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
