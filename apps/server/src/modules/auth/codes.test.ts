import { CODES_AN_HOUR, KNOWN_DEVICE_CODES_AN_HOUR } from '@cairn/contract';
import { expect, test } from 'vitest';
import { newCode, nextStep, readCode, showCode, type AskedCode } from './codes.ts';

const now = new Date('2026-11-15T12:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const codeSent = (over: Partial<AskedCode> = {}): AskedCode => ({
  id: 'a',
  mine: true,
  knownDevice: false,
  tries: 0,
  sends: 1,
  sentAt: secondsAgo(120),
  expiresAt: secondsAgo(-300),
  used: false,
  ...over,
});

test('a code has eight characters, none of which is taken for another', () => {
  const characters = new Set(Array.from({ length: 400 }, newCode).join(''));
  expect(newCode()).toHaveLength(8);
  expect([...characters].toSorted().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
});

test('a code is accepted in any case, with or without its hyphen', () => {
  expect(showCode('7K2M01PQ')).toBe('7K2M-01PQ');
  for (const typed of ['7K2M-01PQ', '7k2m01pq', ' 7k2m 01pq ', '7K2M–OLPQ', '7K2M-oiPQ']) {
    expect(readCode(typed)).toBe('7K2M01PQ');
  }
});

test('the same code is sent again until it runs out, at most once a minute', () => {
  expect(nextStep([], now, false)).toEqual({ do: 'send new' });
  const good = codeSent();
  expect(nextStep([good], now, false)).toEqual({ do: 'send again', code: good });
  const fresh = codeSent({ sentAt: secondsAgo(59) });
  expect(nextStep([fresh], now, false)).toEqual({ do: 'nothing', code: fresh });
  for (const over of [{ expiresAt: secondsAgo(0) }, { used: true }, { tries: 5 }]) {
    expect(nextStep([codeSent(over)], now, false)).toEqual({ do: 'send new' });
  }
});

test('another browser gets a code of its own, and an address five an hour', () => {
  const others = Array.from({ length: CODES_AN_HOUR - 1 }, () => codeSent({ mine: false }));
  expect(nextStep(others, now, false)).toEqual({ do: 'send new' });
  expect(nextStep([...others, codeSent({ mine: false })], now, false)).toEqual({ do: 'nothing' });
  const mine = codeSent();
  expect(nextStep([...others, mine], now, false)).toEqual({ do: 'nothing', code: mine });
});

test('a code that was sent again gets its tries again', () => {
  const mine = codeSent({ sends: 4 });
  expect(nextStep([mine], now, false)).toEqual({ do: 'send again', code: mine });
  const often = codeSent({ sends: 5 });
  expect(nextStep([often], now, false)).toEqual({ do: 'nothing', code: often });
  const used = codeSent({ sends: 5, used: true });
  expect(nextStep([used], now, false)).toEqual({ do: 'nothing' });
});

test('strangers do not use up the codes of a known device, nor the other way around', () => {
  const strange = Array.from({ length: CODES_AN_HOUR }, () => codeSent({ mine: false }));
  expect(nextStep(strange, now, false)).toEqual({ do: 'nothing' });
  expect(nextStep(strange, now, true)).toEqual({ do: 'send new' });
  const codesOfDevice = Array.from({ length: KNOWN_DEVICE_CODES_AN_HOUR }, () =>
    codeSent({ mine: false, knownDevice: true }),
  );
  expect(nextStep(codesOfDevice, now, true)).toEqual({ do: 'nothing' });
  expect(nextStep(codesOfDevice, now, false)).toEqual({ do: 'send new' });
});
