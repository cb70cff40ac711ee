import type { CallError } from './CallError.ts';
import { toast } from './toast.ts';

/** Shows the first invalid line of an uploaded file that the server reported. Returns false if it reported none. */
export function showLineError({ fieldErrors }: CallError): boolean {
  const [first] = Object.entries(fieldErrors);
  if (!first) return false;
  toast.error(`${first[0]}: ${first[1]}`);
  return true;
}
