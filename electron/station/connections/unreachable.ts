import { isAxiosError, isCancel } from 'axios';
import { ProblemError } from '#contract/problem.ts';
import { isCertificateFault } from './pinned-certificate.ts';

/** Texts for the error codes of Node's sockets, DNS and HTTP parser, and of axios. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up at the moment',
  EHOSTUNREACH: 'there is no route to this address',
  ENETUNREACH: 'there is no route to this network',
  ETIMEDOUT: 'the connection timed out',
  ERR_BAD_RESPONSE: 'the answer is too large or invalid',
  ERR_FR_MAX_BODY_LENGTH_EXCEEDED: 'the request is too large',
};

/** Converts a failed request to `controller-unreachable` with the reason, or to `UntrustedError`. A `ProblemError` is returned unchanged. */
export function unreachable(error: unknown, { url, limit }: { url: string; limit: number }): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = codeOf(error);
  if (code !== undefined && isCertificateFault(code)) return new UntrustedError(url, error);
  return new ProblemError(
    'controller-unreachable',
    { detail: `${url} does not answer: ${reasonOf(error, limit)}.` },
    { cause: withoutRequest(error) },
  );
}

/** The server's certificate failed verification. No request was sent. */
export class UntrustedError extends ProblemError {
  constructor(url: string, cause: unknown) {
    super('controller-unreachable', { detail: `The certificate of ${url} is not trusted.` }, { cause: withoutRequest(cause) });
  }
}

/** An axios error carries the request with the API key in its headers, which must not be logged. */
function withoutRequest(error: unknown): unknown {
  return isAxiosError(error) ? new Error(`${error.code ?? 'failed'}: ${error.message}`, { cause: error.cause }) : error;
}

/** Whether the server closed the socket without an answer. */
export function isConnectionReset(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE';
}

/** The answer is too large, or is no HTTP. */
export class BadAnswerError extends Error {
  readonly code = 'ERR_BAD_RESPONSE';
}

/** The whole answer did not arrive in time. */
export class LateError extends Error {}

function reasonOf(error: unknown, limit: number): string {
  if (isCancel(error) || error instanceof LateError) return `no answer within ${limit / 1_000} s`;
  const code = codeOf(error);
  return (code !== undefined && REASONS[code]) || (error instanceof Error && error.message) || 'the request failed';
}

/** The error code; the first one when Node tried several addresses of a host. */
function codeOf(error: unknown): string | undefined {
  if (isAxiosError(error) && error.cause instanceof AggregateError) return codeOf(error.cause.errors[0]);
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
