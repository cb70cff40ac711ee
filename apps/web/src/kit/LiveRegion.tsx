import { VisuallyHidden } from '@mantine/core';
import { announcements } from './announce.ts';
import { useStore } from './store.ts';

export function LiveRegion() {
  const lines = useStore(announcements);
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-label="What happened">
      {lines.map(({ id, sentence }) => (
        <p key={id}>{sentence}</p>
      ))}
    </VisuallyHidden>
  );
}
