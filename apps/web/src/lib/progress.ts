/** The mean of answered and approved, rounded. A missing value counts as 0. */
export function progress({ answered, approved }: { answered?: number; approved?: number }): number {
  return Math.round(((answered ?? 0) + (approved ?? 0)) / 2);
}

/** The percentage of a whole; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);
