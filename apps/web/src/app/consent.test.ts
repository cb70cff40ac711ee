import { expect, it } from 'vitest';
import { insideApp } from './consent.ts';

it('is not asked where the app-platform cookie is present [R036]', () => {
  expect(insideApp('app-platform=ios')).toBe(true);
  expect(insideApp('a=b; app-platform=')).toBe(true);
  expect(insideApp('app-platform')).toBe(true);
  for (const cookies of ['', 'a=app-platform', 'my-app-platform=1', 'app-platforms=1']) {
    expect(insideApp(cookies)).toBe(false);
  }
});
