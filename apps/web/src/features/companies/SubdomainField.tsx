import { RESERVED_SUBDOMAINS, SUBDOMAIN } from '@cairn/contract/constants';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../lib/useCall.ts';
import classes from './CompanyForm.module.css';

interface SubdomainFieldProps {
  companyId: string;
  saved: string;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (subdomain: string) => void;
}

const PAUSE_MS = 300;

/** Checked while typing, debounced; the server checks again on save [R126]. */
function useAvailability(companyId: string, value: string, saved: string) {
  const [settled] = useDebouncedValue(value, PAUSE_MS);
  const worthAsking = SUBDOMAIN.test(settled) && settled !== saved;
  const { data } = useCall(
    'isSubdomainUsedByOthers',
    { params: { subdomain: settled, companyId } },
    { enabled: worthAsking },
  );
  if (RESERVED_SUBDOMAINS.includes(value)) return 'taken';
  if (!worthAsking || settled !== value || !data) return 'unknown';
  return data.used ? 'taken' : 'free';
}

export function SubdomainField(props: SubdomainFieldProps) {
  const { companyId, saved, value, error, disabled, onChange } = props;
  const availability = useAvailability(companyId, value, saved);
  const host = window.location.host;
  const said = {
    taken: 'This subdomain is taken. Choose another',
    free: `${value} is available`,
    unknown: value ? `Borrowers log in at ${value}.${host}` : 'Where borrowers log in.',
  }[availability];
  return (
    <div>
      <TextInput
        name="subdomain"
        label="Subdomain"
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error ?? (availability === 'taken' ? said : undefined)}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value.trim().toLowerCase())}
      />
      <output className={classes.description} data-free={availability === 'free' || undefined}>
        {availability === 'taken' ? '' : said}
      </output>
    </div>
  );
}
