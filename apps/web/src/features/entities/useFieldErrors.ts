import { useState } from 'react';
import type { CallError } from '../../kit/CallError.ts';
import { fieldErrorsOf } from './information.ts';

/** Errors of fields stand under them; everything else is said by a toast. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const onFailure = ({ fieldErrors }: CallError): boolean => {
    setErrors(fieldErrorsOf(fieldErrors));
    return Object.keys(fieldErrors).length > 0;
  };
  return { errors, onFailure, forget: () => setErrors({}) };
}
