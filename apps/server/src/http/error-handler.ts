import type { Problem } from '@cairn/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { ApiError } from '../platform/api-error.ts';
import { isUnavailable } from '../platform/db/pg-errors.ts';
import { ReplayRefused } from '../platform/idempotency.ts';
import { logSecurityEvent } from '../platform/security-events.ts';

const RETRY_AFTER_SECONDS = '10';

/**
 * Turns any failure into an error reply of the contract: status, `messages` header, body. A code that the call does
 * not declare is a bug: with `strict` (development and tests) the reply is SERVER_ERROR, so that a test fails;
 * production sends the code and logs that it is undeclared.
 */
export const errorHandler =
  ({ strict }: { strict: boolean }) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const apiError = asApiError(error);
    const { call, errors } = request.routeOptions.config;
    if (!errors || errors.has(apiError.code) || error instanceof ReplayRefused) {
      return answer(error, apiError, request, reply);
    }
    const undeclared = new Error(
      `${call} answers ${apiError.code}, which the contract does not declare: add it to the call's errors`,
    );
    if (strict) return answer(undeclared, new ApiError('SERVER_ERROR'), request, reply);
    request.log.error({ call, code: apiError.code }, undeclared.message);
    return answer(error, apiError, request, reply);
  };

function answer(
  error: Error,
  refusal: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // A maintenance window is not a failure and must not page anyone.
  if (refusal.status >= 500 && refusal.code !== 'MAINTENANCE') {
    // For a request without a call, the route's pattern instead of the address, whose path carries ids and tokens.
    const { config, url } = request.routeOptions;
    request.log.error({ err: error, call: config.call ?? url }, 'call failed');
  }
  if (refusal.securityEvent) {
    logSecurityEvent(request.log as Logger, refusal.securityEvent, {
      accountId: request.accountId ?? refusal.accountId,
      address: request.ip,
      call: request.routeOptions.config.call,
      reason: refusal.code,
    });
  }
  const problem: Problem = { code: refusal.code, message: refusal.message };
  if (refusal.fieldErrors) problem.fieldErrors = refusal.fieldErrors;
  void reply
    .status(refusal.status)
    // Percent-encoded: a message with a line break or non-ASCII characters stays one header.
    .headers({ messages: encodeURIComponent(refusal.message), ...refusal.headers })
    .type('application/json')
    // Not with the endpoint's own serializer, which knows only successful replies.
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem);
}

function asApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode } = error as FastifyError;
  // Errors of Fastify itself, such as a body that is not JSON or is too large.
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError('INVALID_REQUEST');
  if (isUnavailable(error)) {
    return new ApiError('UNAVAILABLE', { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
  }
  return new ApiError('SERVER_ERROR');
}

export function invalid(error: z.core.$ZodError): ApiError {
  const fieldErrors: Record<string, string> = {};
  for (const issue of error.issues) {
    const field =
      issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join() : '');
    fieldErrors[field] ??= issue.message;
  }
  return new ApiError('INVALID_REQUEST', { fieldErrors });
}
