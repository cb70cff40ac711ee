import type { Portal } from '@cairn/contract';
import { expect, it } from 'vitest';
import { asBody, fieldsOf, previewOf } from './portalForm.ts';

const settings = {
  brandColor: '#12365F',
  welcome: null,
  contactName: 'Dana Whitfield',
  contactTitle: null,
  contactPhone: null,
  contactEmail: null,
  applyMinutes: 25,
  responseDays: null,
  legalLine: null,
  loanTexts: { SBA_504: 'Buy a building.' },
  offeredTypes: [],
  version: 3,
  abilities: { edit: true },
};

it('sends back what was read, and nothing for an empty field', () => {
  const { offeredTypes: _types, abilities: _abilities, ...saved } = settings;
  expect(asBody(fieldsOf(settings))).toEqual(saved);
  const emptied = { ...fieldsOf(settings), contactName: '  ', loanTexts: { SBA_504: ' ' } };
  expect(asBody(emptied)).toMatchObject({ contactName: null, loanTexts: {} });
});

it('previews what is typed, with a color only once it is one', () => {
  const offer = { templateId: 't', name: 'SBA 504', loanType: 'SBA_504', text: 'old' } as const;
  const portal = { name: 'Northgate Bank', offers: [offer] } as unknown as Portal;
  const fields = fieldsOf(settings);
  expect(previewOf(portal, fields)).toMatchObject({
    brandColor: '#12365F',
    offers: [{ text: 'Buy a building.' }],
  });
  const half = { ...fields, brandColor: '#12;}', applyMinutes: 'soon', loanTexts: {} };
  expect(previewOf(portal, half)).toMatchObject({ brandColor: null, applyMinutes: null });
  expect(previewOf(portal, half).offers[0]?.text).toMatch(/^Buy or build/);
});
