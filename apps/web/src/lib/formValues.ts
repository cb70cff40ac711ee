/** Faults, by field. */
export type FieldErrors = Record<string, string>;

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Without spaces at either end, except in passwords, where they count. */
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

/** The form's name for a path of the request. */
export type FieldOf = Readonly<Record<string, string>> | ((path: string) => string);

const lastOf = (path: string): string => path.split('.').at(-1) ?? path;

/**
 * Errors by the request's paths, as errors of the form's fields: by the same path, by the name that `fieldOf` gives it, or
 * by the last part of the path where a form groups its fields differently (`information.taxId` and `taxId`).
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
