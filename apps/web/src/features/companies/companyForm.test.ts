import type { CompanyDetails } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import { changesIn, drawnSize, errorsIn, FIELD_OF, fieldsOf } from './companyForm.ts';
import { fieldErrorsFor, fieldPaths } from '../../lib/formValues.ts';

const company: CompanyDetails = {
  id: 'c',
  name: 'Northgate Bank',
  subdomain: 'northgate',
  logo: null,
  settings: {
    fourEyesApproval: false,
    passwordExpiryDays: 90,
    quietHours: { from: '21:00', until: '07:00' },
    timezoneId: null,
    applicationRoles: [],
  },
  abilities: { edit: true },
};
const fields = fieldsOf(company);

describe('the company form', () => {
  it('sends only what was changed', () => {
    expect(changesIn(fields, company)).toEqual({});
    expect(
      changesIn(
        { ...fields, name: ' Northgate ', subdomain: '', passwordExpiryDays: '', logo: null },
        company,
      ),
    ).toEqual({
      name: 'Northgate',
      subdomain: null,
      logo: null,
      settings: { passwordExpiryDays: null },
    });
    expect(changesIn({ ...fields, quietFrom: '', quietUntil: '' }, company)).toEqual({
      settings: { quietHours: null },
    });
  });

  it('says what is wrong before anything is sent [R265] [R266]', () => {
    expect(errorsIn(fields)).toEqual({});
    expect(errorsIn({ ...fields, name: ' ' })).toEqual({ name: 'Required' });
    expect(errorsIn({ ...fields, name: 'x'.repeat(256) })).toEqual({
      name: 'Must be at most 255 characters',
    });
    expect(errorsIn({ ...fields, subdomain: 'North gate' })).toHaveProperty('subdomain');
    expect(errorsIn({ ...fields, passwordExpiryDays: '0.5' })).toHaveProperty('passwordExpiryDays');
    expect(errorsIn({ ...fields, quietUntil: '' })).toEqual({ quietUntil: 'Required' });
    expect(errorsIn({ ...fields, quietUntil: '21:00' })).toHaveProperty('quietUntil');
  });

  it('shows what the server says at the field it is about', () => {
    const refused = { 'settings.quietHours.from': 'Wrong', 'settings.timezoneId': 'No', other: '' };
    expect(fieldErrorsFor(fieldPaths({ ...fields }), refused, FIELD_OF)).toEqual({
      quietFrom: 'Wrong',
      timezoneId: 'No',
    });
  });

  it('draws a logo no larger than it is or needs to be', () => {
    expect(drawnSize(1000, 500)).toEqual({ width: 384, height: 192 });
    expect(drawnSize(64, 64)).toEqual({ width: 64, height: 64 });
    expect(drawnSize(4000, 1)).toEqual({ width: 384, height: 1 });
  });
});
