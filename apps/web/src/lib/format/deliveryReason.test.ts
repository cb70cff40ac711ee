import { expect, test } from 'vitest';
import { deliveryReason } from './deliveryReason.ts';

test('codes of mail servers are said in words', () => {
  expect(deliveryReason('smtp; 550 5.1.1 User unknown')).toBe('The address does not exist.');
  expect(deliveryReason('smtp; 550 5.1.2 Bad host')).toBe('The part after the @ does not exist.');
  expect(deliveryReason('5.2.1 smtp; 550 go away')).toBe('The mailbox is closed.');
  expect(deliveryReason('smtp; 552 5.2.2 Over quota')).toBe('The mailbox is full.');
  expect(deliveryReason('550 5.7.1 Blocked')).toBe('The email provider rejected it as spam.');
  expect(deliveryReason('451 4.4.1 Timeout')).toBe('The email provider couldn’t accept it yet.');
});

test('codes of Twilio are said in words, an unknown one by its number', () => {
  expect(deliveryReason('Twilio error 21610')).toBe('They unsubscribed from texts.');
  expect(deliveryReason('Twilio error 39999')).toBe('The carrier did not accept it (39999).');
});

test('words without a code say nothing, and neither do numbers in an address', () => {
  expect(deliveryReason(null)).toBeUndefined();
  expect(deliveryReason('go away')).toBeUndefined();
  expect(deliveryReason('refused by 10.5.1.12')).toBeUndefined();
});
