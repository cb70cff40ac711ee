import type { ReminderPolicy } from '@cairn/contract';

/** Form values; numbers are text while they are typed. */
export interface ReminderFields {
  enabled: boolean;
  daysBefore: string;
  everyDays: string;
  maxReminders: string;
  sendAt: string;
  onWeekends: boolean;
  blackoutDays: string[];
  dueDays: string;
}

export const fieldsOf = (policy: ReminderPolicy): ReminderFields => ({
  enabled: policy.enabled,
  daysBefore: String(policy.daysBefore),
  everyDays: String(policy.everyDays),
  maxReminders: String(policy.maxReminders),
  sendAt: policy.sendAt,
  onWeekends: policy.onWeekends,
  blackoutDays: policy.blackoutDays,
  dueDays: policy.dueDays?.toString() ?? '',
});

/** Invalid text becomes NaN, which the contract's rules reject at the field. */
const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text));

/** Contains only the changed fields, so that a colleague's change of other fields is not overwritten. */
export function changesIn(fields: ReminderFields, before: ReminderPolicy) {
  const { abilities: _, ...old } = before;
  const { enabled, sendAt, onWeekends, blackoutDays } = fields;
  const rules = {
    enabled,
    daysBefore: numberOf(fields.daysBefore),
    everyDays: numberOf(fields.everyDays),
    maxReminders: numberOf(fields.maxReminders),
    sendAt,
    onWeekends,
    blackoutDays,
    dueDays: fields.dueDays === '' ? null : numberOf(fields.dueDays),
  };
  const isSame = (name: keyof typeof rules): boolean =>
    JSON.stringify(rules[name]) === JSON.stringify(old[name]) && !Number.isNaN(rules[name]);
  return Object.fromEntries(
    Object.entries(rules).filter(([name]) => !isSame(name as keyof typeof rules)),
  ) as Partial<typeof rules>;
}

/** Adds a day; the result is sorted and without duplicates. */
export const withDay = (days: readonly string[], day: string): string[] =>
  [...new Set([...days, day])].toSorted();
