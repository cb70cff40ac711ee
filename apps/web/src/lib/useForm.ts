import { useForm as useMantineForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { CallError } from './CallError.ts';
import {
  type FieldErrors,
  type FieldOf,
  fieldErrorsFor,
  fieldPaths,
  missingFields,
  trimValues,
} from './formValues.ts';

/** The state of a form that ui/Form renders. */
export interface FormState {
  /** The error of the form as a whole. */
  message: string | null;
  busy: boolean;
  /** The number of submits that failed because of a field. Each one moves the focus to the first invalid field. */
  failures: number;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

type Values = Record<string, unknown>;
/** A field, or a field of a group: `givenName`, `user.givenName`. */
export type FieldName<V> = (keyof V & string) | `${keyof V & string}.${string}`;

export interface FormOptions<V extends object> {
  /** Fields in page order, grouped as on the page: the first invalid one gets the focus. */
  initialValues: V;
  /** Fields that may stay empty; `all` if `validate` reports the missing fields. */
  optional?: readonly FieldName<V>[] | 'all';
  /** Returns errors other than empty fields. */
  validate?: (values: V) => FieldErrors | Promise<FieldErrors>;
  /**
   * If the returned promise rejects with a CallError, the form shows it. Give the action `onFailure: isShownInForm`, so
   * that no toast repeats it.
   */
  onSubmit: (values: V) => void | Promise<unknown>;
  /** The fields of those paths that have another name in the request. */
  fieldOf?: FieldOf;
  /** `controlled` if the page also shows a value elsewhere. */
  mode?: 'controlled' | 'uncontrolled';
}

/** Whether the form shows an error. A lost session and a missing permission are handled in one place for all pages. */
export const isShownInForm = ({ status, code, fieldErrors }: CallError): boolean =>
  Object.keys(fieldErrors).length > 0 ||
  !(status === 401 || (status === 403 && code === 'UNAUTHORIZED'));

/** Props of an input. */
export interface FieldProps {
  name: string;
  defaultValue?: string;
  value?: string;
  /** Accepts an event or a value. */
  onChange: (change: unknown) => void;
  onFocus: () => void;
  onBlur: () => void;
  error?: string | undefined;
}

/**
 * The values and errors of a form. Empty fields are reported before anything is sent. Field errors are shown at the
 * field, all others above the buttons. Render it with ui/Form, which moves the focus to the first invalid field.
 */
export function useForm<V extends object>(options: FormOptions<V>) {
  const { initialValues, optional = [], fieldOf } = options;
  const [message, setMessage] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);
  const paths = fieldPaths(initialValues as Values);
  const countFailure = () => setFailures((count) => count + 1);

  const validate = (rawValues: V): FieldErrors | Promise<FieldErrors> => {
    const values = trimValues(rawValues);
    const missing = optional === 'all' ? {} : missingFields(values as Values, optional);
    const wrong = options.validate?.(values) ?? {};
    return wrong instanceof Promise
      ? wrong.then((errors) => ({ ...errors, ...missing }))
      : { ...wrong, ...missing };
  };
  const form = useMantineForm<V>({
    mode: options.mode ?? 'uncontrolled',
    initialValues,
    // Mantine also accepts a promise here, although its types do not say so.
    validate: validate as (values: V) => FieldErrors,
  });

  /** Shows the error of a failed call at the fields that it concerns, otherwise as the message of the form. */
  const showFailure = (error: CallError): void => {
    const fieldErrors = fieldErrorsFor(paths, error.fieldErrors, fieldOf);
    const isOfField = Object.keys(fieldErrors).length > 0;
    form.setErrors(fieldErrors);
    setMessage(isOfField ? null : error.message);
    if (isOfField) countFailure();
  };
  const send = (rawValues: V) => {
    const result = options.onSubmit(trimValues(rawValues));
    if (!(result instanceof Promise)) return undefined;
    return result.catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      if (isShownInForm(error)) showFailure(error);
    });
  };
  const submit: FormState['submit'] = (event) => {
    setMessage(null);
    form.onSubmit(send, countFailure)(event);
  };

  return {
    message,
    failures,
    submit,
    busy: form.submitting,
    values: form.values,
    /** Returns the current values, also in an uncontrolled form, which does not render while the user types. */
    getValues: form.getValues,
    setValues: form.setValues,
    setField: form.setFieldValue,
    showFailure,
    field: (path: FieldName<V>): FieldProps => ({
      ...(form.getInputProps(path) as Omit<FieldProps, 'name'>),
      name: path,
    }),
    setError: (path: FieldName<V>, why: string) => {
      form.setFieldError(path, why);
      countFailure();
    },
    errors: form.errors as FieldErrors,
  };
}
