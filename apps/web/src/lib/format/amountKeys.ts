const MAGNITUDES: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/**
 * The amount after the user types a magnitude key: "1.25" and then "m" is 1,250,000. Null if the key is not a
 * magnitude.
 */
export function amountAfterKey(amount: number | string, key: string): number | null {
  const magnitude = MAGNITUDES[key.toLowerCase()];
  if (magnitude === undefined || amount === '' || Number.isNaN(Number(amount))) return null;
  return Math.round(Number(amount) * magnitude * 100) / 100;
}

/**
 * The amount of pasted text such as "$1.25M" (1,250,000). Null if the text has no magnitude; the field parses such text
 * itself.
 */
export function amountOfText(text: string): number | null {
  const amount = text.trim().replace(/^\$/, '').trim();
  const digits = amount.slice(0, -1).trim().replaceAll(',', '');
  return /^[\d.]+$/.test(digits) ? amountAfterKey(digits, amount.slice(-1)) : null;
}
