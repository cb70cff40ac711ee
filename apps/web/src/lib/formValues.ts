/** Error messages by field path. */
export type FieldErrors = Record<string, string>;

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Trims all strings except passwords, in which spaces are significant. */
export function trimValues<V extends object>(values: V): V {
  const entries = Object.entries(values).map(([name, value]: [string, unknown]) => {
    if (isGroup(value)) return [name, trimValues(value)];
    return [name, typeof value === 'string' && !/password/i.test(name) ? value.trim() : value];
  });
  return Object.fromEntries(entries) as V;
}

/** The paths of all fields, in page order: `name`, `user.givenName`. */
export function fieldPaths(values: Record<string, unknown>, group = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isGroup(value) ? fieldPaths(value, `${group}${name}.`) : [`${group}${name}`],
  );
}

/** "Required" for every empty field that is not optional. */
export function missingFields(
  values: Record<string, unknown>,
  optional: readonly string[],
  group = '',
): FieldErrors {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const path = `${group}${name}`;
      if (isGroup(value)) return Object.entries(missingFields(value, optional, `${path}.`));
      const isEmpty = value === '' || value === null;
      return isEmpty && !optional.includes(path) ? [[path, 'Required']] : [];
    }),
  );
}

/** Maps a path of the request to the name of the field in the form. */
export type FieldOf = Readonly<Record<string, string>> | ((path: string) => string);

const lastOf = (path: string): string => path.split('.').at(-1) ?? path;

/**
 * Maps errors by path of the request to fields of the form. The field is the one that `fieldOf` names, or the one with
 * the same path, or the one with the same last segment, for forms that group their fields differently
 * (`information.taxId` and `taxId`).
 */
export function fieldErrorsFor(
  fields: readonly string[],
  errors: FieldErrors,
  fieldOf: FieldOf = {},
): FieldErrors {
  const fieldErrors: FieldErrors = {};
  for (const [path, why] of Object.entries(errors)) {
    const fieldName = typeof fieldOf === 'function' ? fieldOf(path) : fieldOf[path];
    const field =
      (fieldName !== path ? fieldName : undefined) ??
      fields.find((each) => each === path) ??
      fields.find((each) => lastOf(each) === lastOf(path));
    if (field !== undefined) fieldErrors[field] ??= why;
  }
  return fieldErrors;
}
