import type { CallError } from './CallError.ts';
import { toast } from './toast.ts';

/** Shows the first line of an uploaded file that is wrong, as the server names it; false if it names none. */
export function showLineError({ fieldErrors }: CallError): boolean {
  const [first] = Object.entries(fieldErrors);
  if (!first) return false;
  toast.error(`${first[0]}: ${first[1]}`);
  return true;
}
