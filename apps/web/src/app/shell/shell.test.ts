import type { Found, LoggedUser } from '@cairn/contract';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { describe, expect, it, vi } from 'vitest';
import { breakpoints, timing } from '../../tokens.json';
import { markedPieces } from '../../lib/searchWords.ts';
import { allResults, commandsFor, itemsOf, matches } from './paletteItems.ts';
import { hasScreen, SECTIONS, sectionsFor, tabsFor } from './sections.ts';

const person = (roleLevel: LoggedUser['roleLevel'], company = false): LoggedUser => ({
  id: 'p',
  givenName: 'Dana',
  familyName: 'Whitfield',
  emailAddress: 'dana@northgate.example',
  phone: null,
  phoneVerified: false,
  azureEmail: null,
  roleLevel,
  ownsCompany: false,
  company: company ? { id: 'c', name: 'Northgate Bank' } : null,
  sessionEndsAt: '2026-11-16T12:00:00Z',
  sessionSeconds: 1800,
});
const namesFor = (user: LoggedUser) => sectionsFor(user).map(({ name }) => name);

describe('the navigation', () => {
  it('has the nine names, exactly [R034]', () => {
    const nine = [
      'Leads',
      'Origination',
      'My Loans',
      'Portfolio',
      'Archive',
      'Labels',
      'Onboarding',
      'Learning Center',
      'Maintenance Window',
    ];
    const frame = ['Home', 'Messages', 'Shoebox', 'Explorer', 'Calendar', 'Charts', 'Applications'];
    const around = [...frame, 'Templates', 'Admin'];
    expect([...new Set(SECTIONS.map(({ name }) => name))].toSorted()).toEqual(
      [...nine, ...around].toSorted(),
    );
  });

  it('shows each role its own, and only screens that exist', () => {
    const lender = namesFor(person('LENDER', true));
    expect(lender).toEqual(
      expect.arrayContaining([
        'Home',
        'Calendar',
        'Charts',
        'Leads',
        'Origination',
        'Portfolio',
        'Archive',
      ]),
    );
    for (const outside of [person('BORROWER'), person('APPLICANT'), person('LENDER')]) {
      expect(namesFor(outside)).toEqual(expect.arrayContaining(['My Loans', 'Calendar']));
      expect(namesFor(outside)).not.toContain('Leads');
      expect(namesFor(outside)).not.toContain('Charts');
      expect(namesFor(outside)).not.toContain('Labels');
    }
    for (const writes of [person('BORROWER'), person('LENDER', true)]) {
      expect(namesFor(writes)).toContain('Messages');
    }
    expect(namesFor(person('ADMIN'))).not.toContain('Messages');
    for (const { path } of sectionsFor(person('ADMIN'))) expect(hasScreen(path)).toBe(true);
    expect(hasScreen('/nowhere')).toBe(false);
  });

  it('gives each role those of the nine that have a meaning for it, in their order [R034]', () => {
    const frame = ['Home', 'Messages', 'Shoebox', 'Explorer', 'Calendar', 'Charts'];
    const around = [...frame, 'Applications', 'Templates', 'Admin'];
    const ownNames = (user: LoggedUser) => namesFor(user).filter((name) => !around.includes(name));
    const lender = ['Leads', 'Origination', 'My Loans', 'Portfolio', 'Archive', 'Learning Center'];
    const borrower = ['My Loans', 'Learning Center', 'Onboarding'];
    expect(ownNames(person('LENDER', true))).toEqual(lender);
    expect(ownNames(person('BORROWER'))).toEqual(borrower);
    expect(ownNames(person('APPLICANT'))).toEqual(borrower);
    expect(ownNames(person('ADMIN'))).toEqual([
      'My Loans',
      'Learning Center',
      'Labels',
      'Maintenance Window',
    ]);
  });

  it('gives lenders My Loans between Origination and Portfolio, as the specification orders them [R034]', () => {
    const pipeline = sectionsFor(person('LENDER', true)).filter(
      ({ group }) => group === 'Pipeline',
    );
    expect(pipeline.map(({ name }) => name)).toEqual([
      'Applications',
      'Leads',
      'Origination',
      'My Loans',
      'Portfolio',
      'Archive',
    ]);
    const mine = pipeline.find(({ name }) => name === 'My Loans');
    expect(mine?.path).toBe('/loans/phases/mine');
    expect(namesFor(person('BORROWER')).filter((name) => name === 'My Loans')).toHaveLength(1);
  });

  it('has a few tabs at the foot of a phone, an administrator’s among them', () => {
    const tabs = (user: LoggedUser) => tabsFor(user).map(({ name }) => name);
    expect(tabs(person('ADMIN'))).toEqual(['My Loans', 'Calendar', 'Admin']);
    expect(tabs(person('LENDER', true))).toEqual(['Home', 'Leads', 'Origination', 'Portfolio']);
    expect(tabs(person('BORROWER'))).toEqual(['My Loans', 'Messages', 'Calendar']);
  });

  it('leads to the fixed pages of the phases [R025]', () => {
    const pages = SECTIONS.flatMap(({ path, category }) => (category ? [path] : []));
    expect(pages).toEqual([
      '/loans/phases/lead',
      '/loans/phases/origination',
      '/loans/phases/portfolio',
      '/loans/phases/archive',
    ]);
    expect(hasScreen('/loans/phases/servicing')).toBe(true);
  });
});

it('has the specified breakpoints and delays [R311] [R312] [R313] [R314]', () => {
  expect(DESKTOP_BREAKPOINT_PX).toBe(1024);
  expect(breakpoints.desktopSwitchPx).toBe(DESKTOP_BREAKPOINT_PX);
  expect(breakpoints.px).toEqual({
    xs: 0,
    sm: 600,
    md: 1000,
    lg: 1280,
    desktop: 1450,
    xl: 1920,
    xxl: 2560,
  });
  for (const [name, px] of Object.entries(breakpoints.px)) {
    expect(breakpoints.mantineEm[name as keyof typeof breakpoints.px]).toBe(`${px / 16}em`);
  }
  expect(timing).toMatchObject({ tooltipDelayMs: 700, tooltipSkipMs: 300 });
});

describe('the palette', () => {
  const loan: Found = {
    kind: 'LOAN',
    id: 'l',
    loanId: 'l',
    title: 'Larkspur Bakery LLC',
    shortCode: 'LKSP-2041',
    color: '#FAC014',
    phaseName: 'Underwriting',
    closeDate: null,
  };
  const document: Found = {
    kind: 'DOCUMENT',
    id: 'd',
    loanId: 'l',
    title: 'Tax return',
    loanName: 'Larkspur Bakery LLC',
    folderId: null,
    fileName: null,
  };
  const commands = [
    { label: 'Log out', where: 'everywhere', run: () => undefined },
    { label: 'Next loan', keys: 'ArrowDown', where: 'page', keyOnly: true, run: () => undefined },
  ] as const;
  const groupsFor = (text: string, results: Found[] = []) =>
    itemsOf({
      text,
      results,
      recent: [loan],
      sections: sectionsFor(person('LENDER', true)),
      commands,
      most: 15,
    }).map(({ title, items }) => [title, items.map((item) => item.title)]);

  it('starts with what was opened last, the screens and what can be done here', () => {
    const [recent, screens, actions] = groupsFor('');
    expect(recent).toEqual(['Recent', ['Larkspur Bakery LLC']]);
    expect(screens?.[1]).toContain('Origination');
    expect(actions).toEqual(['Actions', ['Log out']]);
  });

  it('lists what was found, by kind, with the screens and actions of that name', () => {
    expect(groupsFor('l', [loan, document])).toEqual([
      ['Loans', ['Larkspur Bakery LLC']],
      ['Documents', ['Tax return']],
      ['Go to', expect.arrayContaining(['Leads'])],
      ['Actions', ['Log out']],
    ]);
    expect(groupsFor('zzz')).toEqual([]);
  });

  it('offers a new loan to those who have a pipeline', () => {
    const open = vi.fn<(path: string) => void>();
    const [create, ...others] = commandsFor(person('LENDER', true), open);
    expect(others).toEqual([]);
    expect(create?.label).toBe('New loan');
    create?.run();
    expect(open).toHaveBeenCalledExactlyOnceWith('/loans/create');
    for (const outside of [person('BORROWER', true), person('LENDER'), person('ADMIN')]) {
      expect(commandsFor(outside, open)).toEqual([]);
    }
  });

  it('offers all results once a word is typed, also where no name has it', () => {
    const titles = (text: string, hasResults: boolean) =>
      allResults(text, hasResults).flatMap(({ items }) => items.map(({ title }) => title));
    expect(titles(' lease ', true)).toEqual(['See all results for “lease”']);
    expect(titles('zzz', false)).toEqual(['Search documents and messages for “zzz”']);
    expect(titles(' - ', false)).toEqual([]);
  });

  it('puts first what was typed in full, before loans that only begin so', () => {
    const outfitters = { ...loan, title: 'Logan Outfitters' };
    expect(groupsFor('log  OUT', [outfitters])).toEqual([
      ['Actions', ['Log out']],
      ['Loans', ['Logan Outfitters']],
    ]);
    expect(groupsFor('log ou', [outfitters])[0]?.[0]).toBe('Loans');
  });

  it('matches and marks the beginnings of words', () => {
    expect(matches('Log out', 'out lo')).toBe(true);
    expect(matches('Log out', 'og')).toBe(false);
    expect(markedPieces('Larkspur Bakery', 'lark')).toEqual([
      { text: 'Lark', marked: true },
      { text: 'spur', marked: false },
      { text: ' ', marked: false },
      { text: 'Bakery', marked: false },
    ]);
  });
});
