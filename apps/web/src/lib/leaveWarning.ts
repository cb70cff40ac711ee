let holders = 0;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Makes the browser ask for confirmation before the user leaves the page, until the returned function is called. */
export function warnBeforeLeaving(): () => void {
  holders += 1;
  if (holders === 1) window.addEventListener('beforeunload', warn);
  return () => {
    holders -= 1;
    if (holders === 0) window.removeEventListener('beforeunload', warn);
  };
}
