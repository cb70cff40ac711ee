import type { DriversLicense, LoanEntity } from '@cairn/contract';
import type { FieldDefinition } from '@cairn/contract/field-checks';
import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNow } from '../../lib/clock.ts';
import { formatDay, today } from '../../lib/format/dates.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Card } from '../../ui/Card.tsx';
import { SecretField } from '../entities/SecretField.tsx';
import classes from './DriversLicenses.module.css';
import { JURISDICTIONS } from './jurisdictions.ts';
import { addressLine } from './licenseForm.ts';

const SECRETS: readonly (FieldDefinition & { name: 'licenseNumber' | 'licenseBirthDate' })[] = [
  { section: '', name: 'licenseNumber', label: 'License number', kind: 'text', half: true },
  { section: '', name: 'licenseBirthDate', label: 'Date of birth', kind: 'birthDate', half: true },
];

interface SavedLicenseProps {
  entity: LoanEntity;
  license: NonNullable<DriversLicense['license']>;
}

/** The information that the person confirmed. Number and birth date are masked, and each reveal is logged. */
export function SavedLicense({ entity, license }: SavedLicenseProps) {
  const isExpired = license.expiresOn < today(useNow());
  const facts: [string, string][] = [
    ['First and middle name', license.firstName],
    ['Last name', license.lastName],
    ['State', JURISDICTIONS[license.jurisdiction] ?? license.jurisdiction],
    ['Expires', formatDay(license.expiresOn)],
    ['Address on the license', license.address ? addressLine(license.address) : 'Not given'],
  ];
  return (
    <Card component="section" aria-label="What the license says">
      <Text component="h2" size="section" fw={600} mb="sm">
        What the license says
      </Text>
      {isExpired && (
        <p className={classes.expired}>
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
          This license expired {formatDay(license.expiresOn)}.
        </p>
      )}
      <DescriptionList items={facts} />
      <div className={classes.fields}>
        {SECRETS.map((definition) => (
          <SecretField
            key={definition.name}
            definition={definition}
            masked={license.masked[definition.name]}
            entityId={entity.entityId}
            loanId={entity.loanId}
            mayReveal={entity.abilities.reveal}
            mayEdit={false}
          />
        ))}
      </div>
    </Card>
  );
}
