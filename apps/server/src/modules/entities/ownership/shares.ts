/**
 * Computes who owns how much of an entity, directly and through others. Shares are whole hundredths of a percent, and
 * their products are exact fractions, so that "20 % or more" never depends on rounding.
 */
export interface Share {
  readonly ownerId: string;
  readonly ownedId: string;
  /** In hundredths of a percent: 10000 is the whole. */
  readonly share: number;
}

export const WHOLE = 10_000;

/** n divided by WHOLE to the power of `power`. */
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

/** Whether the fraction is at least this many hundredths of a percent. */
export const reaches = ({ n, power }: Fraction, hundredths: number): boolean =>
  n * BigInt(WHOLE) >= BigInt(hundredths) * scale(power);

/** Percent for display, rounded down to a hundredth, so that it never appears to reach a threshold. */
export const percentOf = ({ n, power }: Fraction): number =>
  Number((n * BigInt(WHOLE)) / scale(power)) / 100;

/**
 * All owners of `ownedId`, direct and indirect, with their total shares. Each share is visited once, because a dozen
 * layers that own each other crosswise have too many paths to enumerate.
 */
export function ownersOf(ownedId: string, shares: readonly Share[]): Map<string, Fraction> {
  const direct = Map.groupBy(shares, (each) => each.ownedId);
  const parts = new Map<string, Fraction>([[ownedId, { n: 1n, power: 0 }]]);
  const passed = new Set<string>();
  for (const id of belowFirst(ownedId, direct)) {
    passed.add(id);
    for (const { ownerId, share } of direct.get(id) ?? []) {
      // Skips a cycle, which should be impossible.
      if (passed.has(ownerId)) continue;
      parts.set(ownerId, plus(parts.get(ownerId) ?? NOTHING, times(parts.get(id)!, share)));
    }
  }
  parts.delete(ownedId);
  return parts;
}

/** Topological order: owned entities before their owners. */
function belowFirst(ownedId: string, direct: ReadonlyMap<string, readonly Share[]>): string[] {
  const visited = new Set<string>();
  const ordered: string[] = [];
  const visit = (id: string): void => {
    if (visited.has(id)) return;
    visited.add(id);
    for (const { ownerId } of direct.get(id) ?? []) visit(ownerId);
    ordered.push(id);
  };
  visit(ownedId);
  return ordered.toReversed();
}

/** Hundredths of a percent with a known owner. */
export const accountedShare = (ownedId: string, shares: readonly Share[]): number =>
  shares.filter((each) => each.ownedId === ownedId).reduce((sum, { share }) => sum + share, 0);

/** Whether an entity would own a part of itself. */
export function hasCycle(shares: readonly Share[]): boolean {
  const owned = Map.groupBy(shares, ({ ownerId }) => ownerId);
  const finished = new Set<string>();
  const goesRound = (id: string, above: ReadonlySet<string>): boolean => {
    if (above.has(id)) return true;
    if (finished.has(id)) return false;
    const round = (owned.get(id) ?? []).some(({ ownedId }) =>
      goesRound(ownedId, new Set([...above, id])),
    );
    finished.add(id);
    return round;
  };
  return [...owned.keys()].some((id) => goesRound(id, new Set()));
}
