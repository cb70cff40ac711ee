import { afterEach, describe, expect, it, vi } from 'vitest';
import { capsOf, type Command, commands, listenToKeys, register, singleKeys } from './commands.ts';

class FakeElement {
  private readonly inside: string[];
  constructor(...inside: string[]) {
    this.inside = inside;
  }
  closest(selector: string): FakeElement | null {
    return this.inside.some((each) => selector.includes(each)) ? this : null;
  }
}

function keyboard({ dialogIsOpen = false } = {}) {
  let press: ((event: unknown) => void) | undefined;
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', {
    addEventListener: (_: string, listener: (event: unknown) => void) => (press = listener),
    removeEventListener: () => (press = undefined),
    querySelector: () => (dialogIsOpen ? new FakeElement() : null),
  });
  const stop = listenToKeys();
  const preventDefault = vi.fn<() => void>();
  return {
    stop,
    preventDefault,
    press: (key: string, over: object = {}) =>
      press?.({ key, target: new FakeElement(), preventDefault, ...over }),
  };
}

const command = (over: Partial<Command>): Command => ({
  label: 'Do it',
  where: 'page',
  run: vi.fn<() => void>(),
  ...over,
});

afterEach(() => {
  vi.unstubAllGlobals();
  commands.set([]);
  singleKeys.set(true);
});

describe('a key', () => {
  it('does what the latest screen registered it for, and nothing once that is gone', () => {
    const { press } = keyboard();
    const [shell, page] = [command({ keys: 'p' }), command({ keys: 'p' })];
    register([shell]);
    const leave = register([page]);
    press('P');
    expect(page.run).toHaveBeenCalledTimes(1);
    expect(shell.run).not.toHaveBeenCalled();
    leave();
    press('p');
    expect(shell.run).toHaveBeenCalledTimes(1);
  });

  it('is left to the browser where it did not apply', () => {
    const { press, preventDefault } = keyboard();
    register([command({ keys: 'ArrowDown', run: () => false })]);
    press('ArrowDown');
    expect(preventDefault).not.toHaveBeenCalled();
  });

  it('of a single key are off in fields, dialogs and menus, and can be turned off', () => {
    const { press } = keyboard();
    const pin = command({ keys: 'p' });
    const down = command({ keys: 'ArrowDown' });
    register([pin, down]);
    for (const inside of ['input', 'textarea', '[role=dialog]', '[role=menu]']) {
      press('p', { target: new FakeElement(inside) });
    }
    press('p', { altKey: true });
    press('p', { ctrlKey: true });
    expect(pin.run).not.toHaveBeenCalled();
    singleKeys.set(false);
    press('p');
    press('ArrowDown');
    expect(pin.run).not.toHaveBeenCalled();
    expect(down.run).toHaveBeenCalledTimes(1);
  });

  it('rests as soon as a dialog is open, also before that has the focus', () => {
    const { press } = keyboard({ dialogIsOpen: true });
    const approve = command({ keys: 'a' });
    register([approve]);
    press('a');
    expect(approve.run).not.toHaveBeenCalled();
  });

  it('with ⌘ or Ctrl works in fields too', () => {
    const { press } = keyboard();
    const search = command({ keys: 'mod+k' });
    register([search]);
    press('k', { metaKey: true, target: new FakeElement('input') });
    press('k', { ctrlKey: true });
    press('k');
    expect(search.run).toHaveBeenCalledTimes(2);
  });
});

it('is shown as it is printed on the keys', () => {
  vi.stubGlobal('navigator', { userAgent: 'Macintosh' });
  expect(capsOf('mod+k')).toEqual(['⌘', 'K']);
  vi.stubGlobal('navigator', { userAgent: 'Linux' });
  expect(capsOf('mod+k')).toEqual(['Ctrl', 'K']);
  expect(capsOf('ArrowUp')).toEqual(['↑']);
});
