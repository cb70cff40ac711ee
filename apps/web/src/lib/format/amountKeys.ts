const MAGNITUDES: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/** "1.25" and then "m" is 1,250,000: the amount after the key, or null where the key says nothing. */
export function amountAfterKey(amount: number | string, key: string): number | null {
  const magnitude = MAGNITUDES[key.toLowerCase()];
  if (magnitude === undefined || amount === '' || Number.isNaN(Number(amount))) return null;
  return Math.round(Number(amount) * magnitude * 100) / 100;
}

/** "$1.25M" is 1,250,000; null where the text has no magnitude, which the field reads by itself. */
export function amountOfText(text: string): number | null {
  const [, digits, magnitude] = /^\s*\$?\s*([\d,]*\.?\d+)\s*([kmb])\s*$/i.exec(text) ?? [];
  if (digits === undefined || magnitude === undefined) return null;
  return amountAfterKey(digits.replaceAll(',', ''), magnitude);
}
