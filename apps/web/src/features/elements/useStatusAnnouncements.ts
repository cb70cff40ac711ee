import type { Element } from '@cairn/contract';
import { useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import { statusOf } from './status.ts';

const sentence = (title: string, label: string): string =>
  label === 'Checking file' ? `${title} is being checked` : `${title}: ${label}`;

/** Announces changes to screen readers that the user did not cause. */
export function useStatusAnnouncements(elements: Element[], asBorrower: boolean) {
  const labels = useRef(new Map<string, string>());
  useEffect(() => {
    for (const element of elements) {
      if (element.storageType === 'FOLDER') continue;
      const { label } = statusOf(element, asBorrower);
      const before = labels.current.get(element.id);
      if (before !== undefined && before !== label) announce(sentence(element.title, label));
      labels.current.set(element.id, label);
    }
  }, [elements, asBorrower]);
}
