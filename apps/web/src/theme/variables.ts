import tokens from '../tokens.json' with { type: 'json' };

type Values = Record<string, string | number>;

function declarations(values: Values, prefix = ''): string {
  return Object.entries(values)
    .map(
      ([name, value]) => `--${prefix}${name}: ${typeof value === 'number' ? `${value}px` : value};`,
    )
    .join('\n  ');
}

function typeScale(): Values {
  const values: Values = {};
  for (const [name, style] of Object.entries(tokens.type)) {
    values[`font-${name}`] = `${style.weight} ${style.size}px/${style.line}px var(--font-family)`;
    if ('tracking' in style) values[`tracking-${name}`] = style.tracking;
  }
  return values;
}

/** One stylesheet of custom properties out of tokens.json: the only place a design value enters. */
export function cssVariables(): string {
  const fixed = [
    declarations({ 'font-family': tokens.font.family }),
    declarations(typeScale()),
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
