/**
 * AAMVA issuer identification numbers. Each block lists consecutive numbers; a dash marks a number without a state or
 * province.
 */
const BLOCKS: readonly [first: number, jurisdictions: string][] = [
  [
    636000,
    'VA NY MA MD NC SC CT LA MT NM FL DE ON NS CA TX NL NB IA GU CO AR KS OH VT PA AZ - BC OR MO WI ' +
      'MI AL ND IL NJ IN MN NH UT ME SD DC SK WA KY HI MB NV ID MS RI TN NE GA - - OK AK WY WV VI',
  ],
  [604426, 'PE AS QC YT MP PR AB NU NT'],
];

const ISSUERS: ReadonlyMap<string, string> = new Map(
  BLOCKS.flatMap(([first, jurisdictions]) =>
    jurisdictions
      .split(' ')
      .flatMap((code, index) => (code === '-' ? [] : [[String(first + index), code] as const])),
  ),
);

/** The state or province that issued the card, as a two-letter code. */
export const jurisdictionOf = (issuer: string): string | undefined => ISSUERS.get(issuer);
export const issuerOf = (jurisdiction: string): string | undefined =>
  [...ISSUERS].find(([, code]) => code === jurisdiction)?.[0];

export const CANADIAN_PROVINCES: readonly string[] = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(
  ' ',
);
