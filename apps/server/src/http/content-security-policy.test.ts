import { describe, expect, test } from 'vitest';
import {
  contentSecurityPolicy,
  contentSecurityPolicyOf,
  PERMISSIONS_POLICY,
  permissionsPolicyOf,
} from './content-security-policy.ts';

describe('WebAssembly', () => {
  test('is allowed to the file of the barcode worker and to no other', () => {
    for (const compressed of ['', '.br', '.gz']) {
      const path = `/srv/web/dist/assets/barcode-worker-Ab12_-Cd.js${compressed}`;
      expect(contentSecurityPolicyOf(path)).toContain("script-src 'wasm-unsafe-eval'");
    }
    for (const path of [
      '/srv/web/dist/assets/Ab12Cd34.js',
      '/srv/web/dist/assets/barcode-worker-Ab12Cd34.js.map',
      '/srv/web/dist/barcode-worker-Ab12Cd34.js',
      '/srv/web/dist/assets/Ab12Cd34.wasm',
      '/srv/web/dist/index.html',
    ]) {
      expect(contentSecurityPolicyOf(path)).toBeUndefined();
    }
  });

  test('comes without eval, other scripts or other origins', () => {
    const policy = contentSecurityPolicyOf('/assets/barcode-worker-Ab12Cd34.js')!;
    expect(policy.split('; ').filter((each) => /^(default|script|connect)-src/.test(each))).toEqual(
      ["default-src 'none'", "script-src 'wasm-unsafe-eval'", "connect-src 'self'"],
    );
    expect(policy).not.toMatch(/'unsafe-eval'|unsafe-inline|https?:/);
  });

  test('is not allowed to pages, with or without a nonce', () => {
    for (const nonce of [undefined, 'abc']) {
      expect(contentSecurityPolicy('https://store.example', nonce)).not.toContain('wasm');
    }
  });
});

describe('An office server', () => {
  test('is framed, and sent a form, where there is one, and nothing else is', () => {
    const parts = (office?: string) =>
      contentSecurityPolicy('https://store.example', 'abc', office)
        .split('; ')
        .filter((each) => /^(frame|form)-/.test(each));
    expect(parts()).toEqual(["frame-ancestors 'none'", "form-action 'self'"]);
    expect(parts('https://office.example')).toEqual([
      "frame-ancestors 'none'",
      "form-action 'self' https://office.example",
      'frame-src https://office.example',
    ]);
  });
});

describe('The camera', () => {
  test('is allowed to pages of our own origin, and to no visitor without an account', () => {
    for (const url of ['/', '/log-in', '/loans/1?view=package', '/anonymously']) {
      expect(permissionsPolicyOf(url)).toContain('camera=(self), ');
    }
    for (const url of ['/anonymous', '/anonymous/?code=1', '/unsubscribe?t=1']) {
      expect(permissionsPolicyOf(url)).toBe(PERMISSIONS_POLICY);
    }
    expect(PERMISSIONS_POLICY).toContain('camera=(), ');
    expect(permissionsPolicyOf('/')).toContain('microphone=(), ');
  });
});
