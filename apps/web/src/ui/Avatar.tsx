import type { Person } from '@cairn/contract';
import { VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import { hueOf, personInitials, personName } from '../lib/format/names.ts';
import classes from './Avatar.module.css';
import { hint } from '../lib/hint.ts';
import { pictures } from '../lib/pictures.ts';
import { useStore } from '../lib/store.ts';

const HUES = ['blue', 'green', 'orange', 'red', 'violet', 'teal'] as const;

interface AvatarProps {
  person: Person;
  size?: 24 | 26 | 32 | 72;
}

/**
 * The person's picture, or initials on a color that follows from the person's id. Decorative, because the name is
 * beside it.
 */
export function Avatar({ person, size = 26 }: AvatarProps) {
  const hue = hueOf(person.id, HUES);
  const picture = useStore(pictures).get(person.id);
  return (
    <span
      className={classes.avatar}
      style={{
        width: size,
        height: size,
        fontSize: size === 72 ? 24 : size === 32 ? 12 : 9,
        color: `var(--${hue}-fg)`,
        background: `var(--${hue}-bg)`,
      }}
      aria-hidden
    >
      {personInitials(person)}
      {picture && (
        <img className={classes.picture} loading="lazy" src={picture} alt="" decoding="async" />
      )}
    </span>
  );
}

interface AvatarStackProps {
  people: Person[];
  shown?: number;
}

/** Shows the first few people and the number of the others. All names are available to screen readers and as hints. */
export function AvatarStack({ people, shown = 3 }: AvatarStackProps) {
  const rest = people.slice(shown);
  if (people.length === 0) return null;
  return (
    <span className={classes.stack}>
      <VisuallyHidden>{people.map(personName).join(', ')}</VisuallyHidden>
      {people.slice(0, shown).map((person) => (
        <span key={person.id} className={classes.slot} {...hint(personName(person))}>
          <Avatar person={person} size={24} />
        </span>
      ))}
      {rest.length > 0 && (
        <span
          className={clsx(classes.slot, classes.more)}
          aria-hidden
          {...hint(rest.map(personName).join(', '))}
        >
          +{rest.length}
        </span>
      )}
    </span>
  );
}
