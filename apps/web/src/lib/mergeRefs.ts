import type { Ref, RefCallback } from 'react';

/** Combines several refs of one element. Memoize the result, or every render detaches and attaches all refs again. */
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
