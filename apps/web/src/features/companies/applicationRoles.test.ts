import { applicationRolesOf } from '@cairn/contract/loan-application-terms';
import { expect, test } from 'vitest';
import { fieldErrorsFor, fieldPaths } from '../../lib/formValues.ts';
import { roleChangesIn, roleErrorsIn, roleFieldOf, roleFieldsOf } from './applicationRoles.ts';

const saved = applicationRolesOf({ EPC: { offered: false } });
const fields = roleFieldsOf(saved);

test('only roles that were changed are sent, and of each only what was changed', () => {
  expect(roleChangesIn(fields, saved)).toEqual({});
  expect(
    roleChangesIn(
      {
        ...fields,
        EPC: { ...fields.EPC, offered: true },
        GUARANTOR: { ...fields.GUARANTOR, name: ' Personal guarantor ' },
      },
      saved,
    ),
  ).toEqual({ EPC: { offered: true }, GUARANTOR: { name: 'Personal guarantor' } });
});

test('two roles cannot have one name', () => {
  expect(roleErrorsIn(fields)).toEqual({});
  expect(roleErrorsIn({ ...fields, GUARANTOR: { name: ' borrower', offered: true } })).toEqual({
    'GUARANTOR.name': 'Another role has this name',
  });
});

test('what the server says of a role is shown at its field', () => {
  const refused = { 'settings.applicationRoles.EPC.name': 'Required' };
  expect(fieldErrorsFor(fieldPaths({ ...fields }), refused, roleFieldOf)).toEqual({
    'EPC.name': 'Required',
  });
});
