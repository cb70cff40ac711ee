import tokens from '../tokens.json' with { type: 'json' };

type Values = Record<string, string | number>;

function declarations(values: Values, prefix = ''): string {
  return Object.entries(values)
    .map(
      ([name, value]) => `--${prefix}${name}: ${typeof value === 'number' ? `${value}px` : value};`,
    )
    .join('\n  ');
}

/** Font sizes are in rem, so that they follow the font size set in the browser. By default, 1 rem is 16 px. */
const rem = (px: number): string => `${px / 16}rem`;

function typeScale(): Values {
  const values: Values = {};
  for (const [name, style] of Object.entries(tokens.type)) {
    values[`font-${name}`] =
      `${style.weight} ${rem(style.size)}/${rem(style.line)} var(--font-family)`;
    // The theme uses these: `<Text size="meta">` and `<Box fz="meta" lh="meta">` are 12/16.
    values[`font-size-${name}`] = rem(style.size);
    values[`line-height-${name}`] = rem(style.line);
    if ('tracking' in style) values[`tracking-${name}`] = style.tracking;
  }
  return values;
}

/** Generates the stylesheet of custom properties from tokens.json, which is the only source of design values. */
export function cssVariables(): string {
  const fixed = [
    declarations({ 'font-family': tokens.font.family }),
    declarations({
      border: '1px solid var(--line)',
      'border-strong': '1px solid var(--line-strong)',
      ring: '2px solid var(--focus)',
      touch: tokens.size.touchMin,
    }),
    declarations(typeScale()),
    declarations(Object.fromEntries(tokens.space.map((px) => [px, px])), 'space-'),
    declarations(tokens.radius, 'radius-'),
    declarations(tokens.layout, 'layout-'),
    declarations(
      {
        fast: tokens.motion.fast,
        base: tokens.motion.base,
        sheet: tokens.motion.sheet,
      },
      'motion-',
    ),
  ].join('\n  ');
  const scheme = (name: 'light' | 'dark') =>
    `${declarations(tokens.color[name])}\n  ${declarations(tokens.shadow[name], 'shadow-')}`;
  return `:root {\n  ${fixed}\n}
:root, [data-mantine-color-scheme='light'] {\n  ${scheme('light')}\n}
[data-mantine-color-scheme='dark'] {\n  ${scheme('dark')}\n}\n`;
}

/** Media queries by name, such as `@media (--narrow)`. */
const MEDIA: Record<string, string> = {
  '--phone': `(width < ${tokens.breakpoints.px.sm}px)`,
  '--phone-wide': '(width < 720px)',
  '--narrow': `(width < ${tokens.breakpoints.desktopSwitchPx}px)`,
  '--tablet': `(width < ${tokens.breakpoints.px.lg}px)`,
  '--coarse': '(pointer: coarse)',
  '--laptop': `(width < ${tokens.breakpoints.px.desktop}px)`,
};

/** Replaces the names with their media queries, because browsers do not support custom media yet. */
export function withBreakpoints(css: string): string {
  return css.replaceAll(/\((--[a-z-]+)\)/g, (query, name: string) => MEDIA[name] ?? query);
}
