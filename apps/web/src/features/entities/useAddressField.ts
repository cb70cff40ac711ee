import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callOptions } from '../../lib/useCall.ts';
import type { AddressField } from './AddressField.tsx';

/** No words: asks whether there is a service, and reaches none. */
const PROBE = { body: { words: '', session: '00000000-0000-4000-8000-000000000000' } };

/**
 * The field that completes addresses, once it is loaded; null where the operator has no service for it. The form is drawn
 * again when it comes, so that it starts with what was typed until then.
 */
export function useAddressField(enabled: boolean): typeof AddressField | null {
  const [loaded, setLoaded] = useState<typeof AddressField | null>(null);
  const { data } = useQuery({
    ...callOptions('suggestAddresses', PROBE, { enabled, onFailure: () => true }),
    retry: false,
    staleTime: Infinity,
  });
  const isOn = data?.isOn === true;
  useEffect(() => {
    if (!isOn) return;
    // Without it addresses are typed.
    import('./AddressField.tsx').then(
      (module) => setLoaded(() => module.AddressField),
      () => undefined,
    );
  }, [isOn]);
  return loaded;
}
