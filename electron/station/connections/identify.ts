import { healthSchema, type Health } from '#contract/api-v3/health.ts';
import type { PrinterProperties } from '#contract/api-v3/printer.ts';
import type { Certificate } from '#contract/station/certificates.ts';
import { ProblemError } from '#contract/problem.ts';
import { apiPath } from './controller-path.ts';
import { valueOf, type Answer, type ControllerClient } from './controller-client.ts';
import { parseControllerJson } from './parse-controller-json.ts';
import { refusalReason } from './judge-certificate.ts';
import { readPrinters } from './read-printers.ts';
import { readPresentedCertificate } from './presented-certificate.ts';
import { UntrustedError } from './unreachable.ts';

/** Largest answers in bytes: both are requested every few seconds, and the list stays in memory. */
const HEALTH_BYTES = 64 * 1024;
const LIST_BYTES = 4 * 1024 * 1024;

/** The result of a check: what answers at an address. */
export type Identity =
  | {
      kind: 'controller';
      /** Undefined for a controller that speaks the specification without Strobe's extensions. */
      health: Health | undefined;
      /** The bytes of the list of printers. The same object as in the last check when they have not changed. */
      listing: Buffer;
      printers: [string, PrinterProperties][];
    }
  /** Something else than a controller. */
  | { kind: 'foreign'; reason: string }
  /** A controller that refuses the key, or the request without one. */
  | { kind: 'locked'; reason: string }
  /** The certificate failed verification; a person may trust it. */
  | { kind: 'untrusted'; reason: string; certificate: Certificate }
  /** Nothing, or nothing in time. */
  | { kind: 'unreachable'; reason: string };

export interface IdentifyOptions {
  /** Milliseconds. */
  limit: number;
  /** Milliseconds since the epoch. */
  now: number;
  signal?: AbortSignal | undefined;
  /** The list of printers of the last check. The same bytes are not parsed again. */
  last?: { listing: Buffer; printers: [string, PrinterProperties][] } | undefined;
}

/** Finds out what answers at an address with two GET requests, which change nothing at any server. */
export async function identify(client: ControllerClient, options: IdentifyOptions): Promise<Identity> {
  const { limit, signal, last } = options;
  try {
    const get = (path: string, maxBytes: number): Promise<Answer> => client.request({ method: 'GET', path, limit, maxBytes, signal });
    const [health, list] = await Promise.all([get('/healthz', HEALTH_BYTES), get(apiPath`/printers`, LIST_BYTES)]);
    if (isBusy(health)) return { kind: 'unreachable', reason: `The controller answered with status ${health.status}.` };
    if (isWebPage(list)) return { kind: 'foreign', reason: 'A web server that is not a controller answers at this address.' };
    if (last && list.status === 200 && list.body.equals(last.listing)) {
      return { kind: 'controller', health: readHealth(health), listing: last.listing, printers: last.printers };
    }
    return { kind: 'controller', health: readHealth(health), listing: list.body, printers: readPrinters(valueOf(list)) };
  } catch (error) {
    return error instanceof UntrustedError ? untrustedIdentity(client, options, error) : failureOf(error);
  }
}

async function untrustedIdentity(
  { url, access }: ControllerClient,
  { limit, signal, now }: IdentifyOptions,
  refused: UntrustedError,
): Promise<Identity> {
  try {
    const { certificate } = await readPresentedCertificate(url, { limit, signal });
    return { kind: 'untrusted', certificate, reason: refusalReason(certificate, { url, expected: access.pinned?.fingerprint, now }) };
  } catch (error) {
    return {
      kind: 'unreachable',
      reason: `${refused.message} It could not be read: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
}

function failureOf(error: unknown): Identity {
  if (!(error instanceof ProblemError)) throw error;
  if (error.slug === 'unauthorized') return { kind: 'locked', reason: `The controller requires a valid key. ${error.message}` };
  if (error.slug === 'forbidden') return { kind: 'locked', reason: `The key does not give access to this controller. ${error.message}` };
  const isForeign = error.slug === 'controller-answer-invalid' || error.slug === 'not-found';
  if (!isForeign) return { kind: 'unreachable', reason: error.message };
  return { kind: 'foreign', reason: `The server at this address is not a controller. ${error.message}` };
}

/** A server error or a rate limit says nothing about the identity. */
function isBusy({ status }: Answer): boolean {
  return status >= 500 || status === 429;
}

function isWebPage({ contentType }: Answer): boolean {
  return contentType.toLowerCase().includes('html');
}

function readHealth(answer: Answer): Health | undefined {
  if (answer.status !== 200 || !answer.contentType.includes('json')) return undefined;
  try {
    return healthSchema.safeParse(parseControllerJson(answer.body, answer.contentType)).data;
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
