import type { Problem } from '@cairn/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Refusal } from '../platform/refusal.ts';

/** Any failure as the contract has it: status, `messages` header, body. */
export function answerProblem(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  // A maintenance window is no failure: nobody is to be woken by it.
  if (refusal.status >= 500 && refusal.code !== 'MAINTENANCE') {
    request.log.error({ err: error }, 'call failed');
  }
  const problem: Problem = { code: refusal.code, message: refusal.message };
  if (refusal.fieldErrors) problem.fieldErrors = refusal.fieldErrors;
  void reply
    .status(refusal.status)
    // Percent-encoded: a sentence with a line break or a letter beyond ASCII stays one header.
    .headers({ messages: encodeURIComponent(refusal.message), ...refusal.headers })
    .type('application/json')
    // Not by the endpoint's own serializer, which knows only the reply of a success.
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem);
}

function asRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode } = error as FastifyError;
  // Fastify's own refusals: a body that is no JSON, or too large.
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal('INVALID_REQUEST');
  return new Refusal('SERVER_ERROR');
}

export function invalid(error: z.core.$ZodError): Refusal {
  const fieldErrors: Record<string, string> = {};
  for (const issue of error.issues) {
    const field =
      issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join() : '');
    fieldErrors[field] ??= issue.message;
  }
  return new Refusal('INVALID_REQUEST', { fieldErrors });
}
