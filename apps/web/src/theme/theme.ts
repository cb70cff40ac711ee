import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { breakpoints, font, mantineSpacing, radius } from '../tokens.json';
import menu from './menu.module.css';

const px = (value: number) => `${value}px`;
/** Spacing steps for which Mantine's five sizes have no name: `gap="s4"` is `--space-4`. */
const FINE_STEPS = [2, 4, 6, 10, 20, 28, 40, 48, 64];
const spacing = Object.fromEntries([
  ...Object.entries(mantineSpacing).map(([name, value]) => [name, px(value)]),
  ...FINE_STEPS.map((value) => [`s${value}`, px(value)]),
]);

/** The names of the type scale; variables.ts defines the values. */
const TYPE_SCALE =
  'display pageTitleBorrower title section subsection bodyBorrower body table meta micro metric';
const scale = (property: string) =>
  Object.fromEntries(TYPE_SCALE.split(' ').map((name) => [name, `var(--${property}-${name})`]));

/** Mantine requires ten shades. These are the stone grays from canvas to ink. */
const stone: MantineColorsTuple = [
  '#F7F6F3',
  '#F1EFEB',
  '#EBE8E2',
  '#D8D4CB',
  '#A8A398',
  '#8E897E',
  '#6A655B',
  '#57534B',
  '#38352F',
  '#1C1B18',
];

const colors: Record<string, ReturnType<VariantColorsResolver>> = {
  filled: {
    background: 'var(--primary)',
    hover: 'var(--primary-hover)',
    color: 'var(--on-primary)',
    border: '1px solid transparent',
  },
  default: {
    background: 'var(--surface)',
    hover: 'var(--hover)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
  },
  danger: {
    background: 'var(--danger)',
    hover: 'var(--danger-hover)',
    color: 'var(--on-danger)',
    border: '1px solid transparent',
  },
  subtle: {
    background: 'transparent',
    hover: 'var(--hover)',
    color: 'var(--ink-2)',
    border: '1px solid transparent',
  },
};

const variantColorResolver: VariantColorsResolver = ({ variant }) =>
  colors[variant] ?? colors['subtle']!;

export const theme = createTheme({
  fontFamily: font.family,
  headings: { fontFamily: font.family, fontWeight: '600' },
  colors: { stone },
  primaryColor: 'stone',
  primaryShade: 9,
  variantColorResolver,
  spacing,
  // From `wide` on, the page has a sidebar. Narrower widths match `--narrow` in style sheets.
  breakpoints: { ...breakpoints.mantineEm, wide: `${breakpoints.desktopSwitchPx / 16}em` },
  fontSizes: scale('font-size'),
  lineHeights: scale('line-height'),
  radius: {
    xs: px(radius.tag),
    sm: px(radius.chip),
    md: px(radius.control),
    lg: px(radius.card),
    xl: px(radius.sheet),
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Errors are shown below the field and above its description.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    Menu: {
      classNames: menu,
      defaultProps: {
        shadow: 'md',
        radius: radius.menu,
        transitionProps: { duration: 120 },
        // Without a portal the menu stays next to its button, in the same landmark. The first item receives the focus,
        // as in a native menu.
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
    Textarea: { defaultProps: { autosize: true } },
    Drawer: { defaultProps: { position: 'right', closeButtonProps: { 'aria-label': 'Close' } } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        padding: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
  },
});

/** Maps Mantine's variables to the design tokens, so that its components match the design without further styles. */
const borrowed = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--red-fg)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-disabled)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
  '--mantine-shadow-md': 'var(--shadow-2)',
  '--mantine-shadow-xl': 'var(--shadow-3)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: borrowed,
  dark: borrowed,
});
