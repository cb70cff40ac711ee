let held = 0;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The browser asks before the page is left, until the returned function is called. */
export function warnBeforeLeaving(): () => void {
  held += 1;
  if (held === 1) window.addEventListener('beforeunload', warn);
  return () => {
    held -= 1;
    if (held === 0) window.removeEventListener('beforeunload', warn);
  };
}
