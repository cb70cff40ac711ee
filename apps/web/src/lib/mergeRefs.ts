import type { Ref, RefCallback } from 'react';

/** One ref for an element that several hooks need; keep it stable, or all are set again with every render. */
export function mergeRefs<Root>(...refs: (Ref<Root> | undefined)[]): RefCallback<Root> {
  return (element) => {
    const cleanups = refs.map((ref) => {
      if (typeof ref === 'function') {
        const cleanup = ref(element);
        return typeof cleanup === 'function' ? cleanup : () => void ref(null);
      }
      if (ref) ref.current = element;
      return () => {
        if (ref) ref.current = null;
      };
    });
    return () => cleanups.forEach((cleanup) => cleanup());
  };
}
