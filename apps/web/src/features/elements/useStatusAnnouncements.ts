import type { Element } from '@cairn/contract';
import { useEffect, useRef } from 'react';
import { announce } from '../../kit/announce.ts';
import { statusOf } from './status.ts';

const sentence = (title: string, label: string): string =>
  label === 'Checking file' ? `${title} is being checked` : `${title}: ${label}`;

/** Says aloud what changed on the page while nobody pressed anything. */
export function useStatusAnnouncements(elements: Element[], asBorrower: boolean) {
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const element of elements) {
      if (element.storageType === 'FOLDER') continue;
      const { label } = statusOf(element, asBorrower);
      const before = known.current.get(element.id);
      if (before !== undefined && before !== label) announce(sentence(element.title, label));
      known.current.set(element.id, label);
    }
  }, [elements, asBorrower]);
}
