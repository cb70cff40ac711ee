import { describe, expect, it } from 'vitest';
import { fieldErrorsFor, fieldPaths, missingFields, trimValues } from './formValues.ts';

describe('the values of a form', () => {
  it('lose the spaces at either end, except in a password', () => {
    expect(trimValues({ name: ' Elena ', user: { newPassword: ' a b ' }, agreed: true })).toEqual({
      name: 'Elena',
      user: { newPassword: ' a b ' },
      agreed: true,
    });
  });

  it('name each empty field that is required, by its path', () => {
    const values = { name: '', note: '', user: { givenName: '', familyName: 'Marsh' } };
    expect(fieldPaths(values)).toEqual(['name', 'note', 'user.givenName', 'user.familyName']);
    expect(missingFields(values, ['note'])).toEqual({
      name: 'Required',
      'user.givenName': 'Required',
    });
  });
});

describe('the errors of a request', () => {
  it('are shown at the field of the same path', () => {
    expect(fieldErrorsFor(['user.name', 'name'], { name: 'Required' })).toEqual({
      name: 'Required',
    });
  });

  it('are shown at the field that the form calls otherwise', () => {
    const errors = { 'settings.quietHours.from': 'Required', 'information.taxId': 'Enter an EIN' };
    expect(
      fieldErrorsFor(['quietFrom', 'taxId'], errors, { 'settings.quietHours.from': 'quietFrom' }),
    ).toEqual({ quietFrom: 'Required', taxId: 'Enter an EIN' });
  });

  it('of no field of the form are not shown at any', () => {
    expect(fieldErrorsFor(['name'], { version: 'Must be a number' })).toEqual({});
  });
});
