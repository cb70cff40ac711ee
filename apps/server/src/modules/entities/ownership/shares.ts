/**
 * Who owns how much of what, directly and through others. Shares are whole hundredths of a percent and
 * their products are kept as exact fractions: "20 % or more" is never a matter of rounding.
 */
export interface Share {
  readonly ownerId: string;
  readonly ownedId: string;
  /** Hundredths of a percent: 10000 is the whole. */
  readonly share: number;
}

export const WHOLE = 10_000;

/** n of WHOLE to the power of `power`. */
export interface Fraction {
  readonly n: bigint;
  readonly power: number;
}
const NOTHING: Fraction = { n: 0n, power: 0 };
const scale = (power: number): bigint => BigInt(WHOLE) ** BigInt(power);

function plus(one: Fraction, other: Fraction): Fraction {
  const power = Math.max(one.power, other.power);
  return {
    n: one.n * scale(power - one.power) + other.n * scale(power - other.power),
    power,
  };
}
const times = ({ n, power }: Fraction, share: number): Fraction => ({
  n: n * BigInt(share),
  power: power + 1,
});

/** At least that many hundredths of a percent. */
export const reaches = ({ n, power }: Fraction, hundredths: number): boolean =>
  n * BigInt(WHOLE) >= BigInt(hundredths) * scale(power);

/** For people to read: percent, to the hundredth, never rounded up to a threshold. */
export const percentOf = ({ n, power }: Fraction): number =>
  Number((n * BigInt(WHOLE)) / scale(power)) / 100;

/**
 * Everybody who owns a part of `ownedId`, directly or through others, with their whole part. Each share is
 * looked at once: of a dozen layers that own each other crosswise there are more ways than anybody can walk.
 */
export function ownersOf(ownedId: string, shares: readonly Share[]): Map<string, Fraction> {
  const direct = Map.groupBy(shares, (each) => each.ownedId);
  const parts = new Map<string, Fraction>([[ownedId, { n: 1n, power: 0 }]]);
  const passed = new Set<string>();
  for (const id of belowFirst(ownedId, direct)) {
    passed.add(id);
    for (const { ownerId, share } of direct.get(id) ?? []) {
      // Back into a cycle, which is impossible.
      if (passed.has(ownerId)) continue;
      parts.set(ownerId, plus(parts.get(ownerId) ?? NOTHING, times(parts.get(id)!, share)));
    }
  }
  parts.delete(ownedId);
  return parts;
}

/** Topological order: owned entities before their owners. */
function belowFirst(ownedId: string, direct: ReadonlyMap<string, readonly Share[]>): string[] {
  const seen = new Set<string>();
  const ordered: string[] = [];
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const { ownerId } of direct.get(id) ?? []) visit(ownerId);
    ordered.push(id);
  };
  visit(ownedId);
  return ordered.toReversed();
}

/** Hundredths of a percent with a known owner. */
export const accountedShare = (ownedId: string, shares: readonly Share[]): number =>
  shares.filter((each) => each.ownedId === ownedId).reduce((sum, { share }) => sum + share, 0);

/** Whether anything would own a part of itself. */
export function hasCycle(shares: readonly Share[]): boolean {
  const owned = Map.groupBy(shares, ({ ownerId }) => ownerId);
  const done = new Set<string>();
  const goesRound = (id: string, above: ReadonlySet<string>): boolean => {
    if (above.has(id)) return true;
    if (done.has(id)) return false;
    const round = (owned.get(id) ?? []).some(({ ownedId }) =>
      goesRound(ownedId, new Set([...above, id])),
    );
    done.add(id);
    return round;
  };
  return [...owned.keys()].some((id) => goesRound(id, new Set()));
}
