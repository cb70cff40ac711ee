import type { CallName } from '@cairn/contract';
import { type FormEvent, useRef, useState } from 'react';
import type { CallError } from '../../kit/CallError.ts';
import type { Reply, Request } from '../../kit/client.ts';
import { useAction } from '../../kit/useAction.ts';

export type FieldErrors = Record<string, string>;

/** A space at either end is part of a password and of nothing else. */
function textOf(data: FormData, field: string): string {
  const value = data.get(field);
  if (typeof value !== 'string') return '';
  return /password/i.test(field) ? value : value.trim();
}

interface FormOptions<Name extends CallName, Field extends string> {
  /** In the order of the page: the first one with an error gets the focus. */
  fields: readonly Field[];
  /** Those that may stay empty. */
  optional?: readonly Field[];
  request: (given: Record<Field, string>) => Request<Name>;
  done: (given: Record<Field, string>, reply: Reply<Name>) => void;
  /** Returns true where the page has its own way on. */
  refused?: (error: CallError) => boolean;
}

/** A form that sends one call: what is missing, what the server says of a field, what it says of all. */
export function useAuthForm<Name extends CallName, Field extends string>(
  name: Name,
  { fields, optional = [], request, done, refused }: FormOptions<Name, Field>,
) {
  const form = useRef<HTMLFormElement>(null);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string | null>(null);

  const show = (errors: FieldErrors, said: string | null) => {
    setFieldErrors(errors);
    setMessage(said);
    const first = fields.find((field) => errors[field] !== undefined);
    if (first === undefined) return;
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };

  const onFailure = (error: CallError): boolean => {
    if (refused?.(error)) return true;
    const own = fields.some((field) => error.fieldErrors[field] !== undefined);
    show(error.fieldErrors, own ? null : error.message);
    return true;
  };
  const action = useAction(name, { onFailure });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = Object.fromEntries(fields.map((field) => [field, textOf(data, field)])) as Record<
      Field,
      string
    >;
    const missing = fields.filter((field) => given[field] === '' && !optional.includes(field));
    show(Object.fromEntries(missing.map((field) => [field, 'Required'])), null);
    if (missing.length > 0) return;
    action.mutate(request(given), { onSuccess: (reply) => done(given, reply) });
  };

  return { form, fieldErrors, message, running: action.isPending, submit };
}
