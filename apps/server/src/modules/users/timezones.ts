export interface Timezone {
  id: string;
  description: string;
}

/** Like "America/New York (Eastern Time)": the place, then the usual name of the zone. */
function describe(id: string): string {
  const genericName = new Intl.DateTimeFormat('en-US', {
    timeZone: id,
    timeZoneName: 'longGeneric',
  })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  const place = id.replaceAll('_', ' ');
  return genericName ? `${place} (${genericName})` : place;
}

let zones: Timezone[] | undefined;

/** All zones that this machine knows, by description. Created once, because it takes a moment. */
export function timezones(): Timezone[] {
  zones ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((id) => id !== 'UTC')]
    .map((id) => ({ id, description: describe(id) }))
    .toSorted((one, other) => one.description.localeCompare(other.description, 'en'));
  return zones;
}

export const isTimezone = (id: string): boolean => timezones().some((zone) => zone.id === id);
