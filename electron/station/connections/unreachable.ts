import { isAxiosError, isCancel } from 'axios';
import { ProblemError } from '#contract/problem.ts';
import { isCertificateFault } from './pinned-certificate.ts';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was cut',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name cannot be looked up now',
  EHOSTUNREACH: 'there is no way to this address',
  ENETUNREACH: 'there is no way to this network',
  ETIMEDOUT: 'it cannot be reached',
  ERR_BAD_RESPONSE: 'its answer is too large or broken',
  ERR_FR_MAX_BODY_LENGTH_EXCEEDED: 'the request is too large',
};

/** Why there was no answer, as `controller-unreachable` with a sentence that a person can act upon. */
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

/** Somebody answers whose certificate is not to be taken. Nothing was sent to them. */
export class UntrustedError extends ProblemError {
  constructor(url: string, cause: unknown) {
    super('controller-unreachable', { detail: `The certificate of ${url} is not trusted.` }, { cause: withoutRequest(cause) });
  }
}

/** The failure without the request that it carries, whose headers hold the key: what is logged must not. */
function withoutRequest(error: unknown): unknown {
  return isAxiosError(error) ? new Error(`${error.code ?? 'failed'}: ${error.message}`, { cause: error.cause }) : error;
}

/** Whether the other side closed the socket without an answer. */
export function wasCut(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function reasonOf(error: unknown, limit: number): string {
  if (isCancel(error)) return `no answer within ${limit / 1_000} s`;
  const code = codeOf(error);
  return (code !== undefined && REASONS[code]) || (error instanceof Error && error.message) || 'the request failed';
}

/** Of a connection attempt to several addresses the first failure speaks. */
function codeOf(error: unknown): string | undefined {
  if (isAxiosError(error) && error.cause instanceof AggregateError) return codeOf(error.cause.errors[0]);
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
