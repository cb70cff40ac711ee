import { VisuallyHidden } from '@mantine/core';
import { announcements } from '../lib/announce.ts';
import { useStore } from '../lib/store.ts';

export function LiveRegion() {
  const lines = useStore(announcements);
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-label="Announcements">
      {lines.map(({ id, sentence }) => (
        <p key={id}>{sentence}</p>
      ))}
    </VisuallyHidden>
  );
}
