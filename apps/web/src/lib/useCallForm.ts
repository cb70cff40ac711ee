import type { CallName } from '@cairn/contract';
import { calls } from './calls.ts';
import type { CallError } from './CallError.ts';
import type { Reply, Request } from './client.ts';
import { type FieldErrors, fieldErrorsFor, fieldPaths } from './formValues.ts';
import { useAction } from './useAction.ts';
import { type FormOptions, isShownInForm, useForm } from './useForm.ts';

/**
 * The part of a zod schema that forms use. Schemas are loaded with the first submit, so that zod is not in the first
 * load.
 */
interface Rules {
  safeParse: (body: unknown) => {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
}

interface CallFormOptions<Name extends CallName, V extends object> extends Omit<
  FormOptions<V>,
  'onSubmit' | 'validate'
> {
  /** The contract's schema of the request's body. */
  rules?: () => Promise<Rules | undefined>;
  /** Errors by field that the contract's schema cannot express. */
  validate?: (values: V) => FieldErrors;
  request: (values: V) => Request<Name>;
  onSuccess: (values: V, reply: Reply<Name>) => void;
  /** Returns true if the page has handled the failure itself. */
  onFailure?: (error: CallError) => boolean;
}

async function brokenRules(
  load: () => Promise<Rules | undefined>,
  body: unknown,
): Promise<FieldErrors> {
  // If the rules cannot be loaded, only the server validates.
  const rules = await import('@cairn/contract/no-eval').then(load).catch(() => undefined);
  const issues = rules?.safeParse(body).error?.issues ?? [];
  // The list is reversed, because the last entry of a key wins and the first issue of each field should be shown.
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [path.join('.'), message]),
  );
}

/**
 * A form that sends one call. Empty fields and violations of the contract's schema are reported before anything is
 * sent.
 */
export function useCallForm<Name extends CallName, V extends object>(
  name: Name,
  options: CallFormOptions<Name, V>,
) {
  const { initialValues, rules, fieldOf, request, onSuccess } = options;

  const validate = (values: V): FieldErrors | Promise<FieldErrors> => {
    const localErrors = options.validate?.(values) ?? {};
    if (!rules) return localErrors;
    const { body } = request(values) as { body?: unknown };
    return brokenRules(rules, body).then((broken) => ({
      ...fieldErrorsFor(fieldPaths(initialValues as Record<string, unknown>), broken, fieldOf),
      ...localErrors,
    }));
  };
  const form = useForm<V>({
    ...options,
    validate,
    onSubmit: (values) => {
      action.mutate(request(values), { onSuccess: (reply) => onSuccess(values, reply) });
    },
  });
  const action = useAction(name, {
    onFailure: (error) => {
      if (options.onFailure?.(error)) return true;
      if (!calls[name].silent && !isShownInForm(error)) return false;
      form.showFailure(error);
      return true;
    },
  });
  return { ...form, busy: action.isPending || form.busy };
}
