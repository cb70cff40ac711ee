import { RESERVED_SUBDOMAINS, SUBDOMAIN } from '@cairn/contract/constants';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../lib/useCall.ts';
import classes from './CompanyForm.module.css';

interface SubdomainFieldProps {
  name?: string;
  /** Null for a company that is not created yet. */
  companyId: string | null;
  saved: string;
  value: string;
  error: string | undefined;
  disabled?: boolean;
  onChange: (subdomain: string) => void;
}

const PAUSE_MS = 300;

/** Checks the subdomain while the user types, debounced. The server checks it again on save [R126]. */
function useAvailability(companyId: string | null, value: string, saved: string) {
  const [settled] = useDebouncedValue(value, PAUSE_MS);
  const worthAsking = SUBDOMAIN.test(settled) && settled !== saved;
  const byOthers = useCall(
    'isSubdomainUsedByOthers',
    { params: { subdomain: settled, companyId: companyId ?? '' } },
    { enabled: worthAsking && companyId !== null },
  );
  const byAny = useCall(
    'isSubdomainUsed',
    { params: { subdomain: settled } },
    { enabled: worthAsking && companyId === null },
  );
  const { data } = companyId === null ? byAny : byOthers;
  if (RESERVED_SUBDOMAINS.includes(value)) return 'taken';
  if (!worthAsking || settled !== value || !data) return 'unknown';
  return data.used ? 'taken' : 'free';
}

export function SubdomainField(props: SubdomainFieldProps) {
  const { name = 'subdomain', companyId, saved, value, error, disabled = false, onChange } = props;
  const availability = useAvailability(companyId, value, saved);
  const host = window.location.host;
  const descriptionText = {
    taken: 'This subdomain is taken. Choose another',
    free: `${value} is available`,
    unknown: value ? `Borrowers log in at ${value}.${host}` : 'Where borrowers log in.',
  }[availability];
  return (
    <div>
      <TextInput
        name={name}
        label="Subdomain"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        error={error ?? (availability === 'taken' ? descriptionText : undefined)}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value.trim().toLowerCase())}
      />
      <output className={classes.description} data-free={availability === 'free' || undefined}>
        {availability === 'taken' ? '' : descriptionText}
      </output>
    </div>
  );
}
