import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callOptions } from '../../lib/useCall.ts';
import type { AddressField } from './AddressField.tsx';

/** Empty text: checks whether an address service is configured, without calling it. */
const PROBE = { body: { words: '', session: '00000000-0000-4000-8000-000000000000' } };

/**
 * The component of the address field once it is loaded. Null until then, and if no address service is configured. The
 * form renders again when it is loaded, and the field starts with the text typed so far.
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
    // If loading fails, the user types the address.
    import('./AddressField.tsx').then(
      (module) => setLoaded(() => module.AddressField),
      () => undefined,
    );
  }, [isOn]);
  return loaded;
}
