import { healthSchema, type Health } from '#contract/api-v3/health.ts';
import type { PrinterProperties } from '#contract/api-v3/printer.ts';
import type { Certificate } from '#contract/station/certificates.ts';
import { ProblemError } from '#contract/problem.ts';
import { apiPath } from './controller-path.ts';
import { valueOf, type Answer, type ControllerClient } from './controller-client.ts';
import { parseAnswer } from './json.ts';
import { reasonToRefuse } from './judge-certificate.ts';
import { readPrinters } from './read-printers.ts';
import { lookAtCertificate } from './shown-certificate.ts';
import { UntrustedError } from './unreachable.ts';

/** Of the two answers, in bytes: they are asked for every few seconds, and the list stays in memory. */
const HEALTH_BYTES = 64 * 1024;
const LIST_BYTES = 4 * 1024 * 1024;

/** What answers at an address: a controller, something else, or nothing. */
export type Identity =
  | {
      kind: 'controller';
      /** Undefined for a controller that speaks the specification without Strobe's extensions. */
      health: Health | undefined;
      /** The list of printers as it came, to be compared with the next. */
      listing: Buffer;
      printers: [string, PrinterProperties][];
    }
  | { kind: 'foreign'; reason: string }
  /** A controller that asks for a key, and does not take the one that it was sent. */
  | { kind: 'locked'; reason: string }
  /** Somebody whose certificate is not taken, which a person has to compare. */
  | { kind: 'untrusted'; reason: string; certificate: Certificate }
  | { kind: 'silent'; reason: string };

export interface IdentifyOptions {
  limit: number;
  /** Milliseconds since the epoch. */
  now: number;
  signal?: AbortSignal | undefined;
  /** The list of printers that was seen last: the same bytes are not read again. */
  known?: { listing: Buffer; printers: [string, PrinterProperties][] } | undefined;
}

/** Asks who is there. Sends nothing but two GET requests, so that it is harmless whoever answers. */
export async function identify(client: ControllerClient, options: IdentifyOptions): Promise<Identity> {
  const { limit, signal, known } = options;
  try {
    const ask = (path: string, maxBytes: number): Promise<Answer> => client.request({ method: 'GET', path, limit, maxBytes, signal });
    const [health, list] = await Promise.all([ask('/healthz', HEALTH_BYTES), ask(apiPath`/printers`, LIST_BYTES)]);
    if (isBusy(health)) return { kind: 'silent', reason: `The controller answered with status ${health.status}.` };
    if (isWebPage(list)) return { kind: 'foreign', reason: 'A web server answers there that is not a controller.' };
    if (known && list.status === 200 && list.body.equals(known.listing)) {
      return { kind: 'controller', health: readHealth(health), listing: known.listing, printers: known.printers };
    }
    return { kind: 'controller', health: readHealth(health), listing: list.body, printers: readPrinters(valueOf(list)) };
  } catch (error) {
    return error instanceof UntrustedError ? lookAtUntrusted(client, options, error) : failureOf(error);
  }
}

async function lookAtUntrusted(
  { url, access }: ControllerClient,
  { limit, signal, now }: IdentifyOptions,
  refused: UntrustedError,
): Promise<Identity> {
  try {
    const { certificate } = await lookAtCertificate(url, { limit, signal });
    return { kind: 'untrusted', certificate, reason: reasonToRefuse(certificate, { url, expected: access.pinned?.fingerprint, now }) };
  } catch (error) {
    return {
      kind: 'silent',
      reason: `${refused.message} It could not be looked at: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
}

function failureOf(error: unknown): Identity {
  if (!(error instanceof ProblemError)) throw error;
  if (error.slug === 'unauthorized') return { kind: 'locked', reason: `The controller asks for a key that is valid. ${error.message}` };
  if (error.slug === 'forbidden') return { kind: 'locked', reason: `The key does not open the controller. ${error.message}` };
  const isForeign = error.slug === 'controller-answer-invalid' || error.slug === 'not-found';
  if (!isForeign) return { kind: 'silent', reason: error.message };
  return { kind: 'foreign', reason: `What answers there is not a controller. ${error.message}` };
}

/** A controller that cannot answer now says nothing about who it is. */
function isBusy({ status }: Answer): boolean {
  return status >= 500 || status === 429;
}

function isWebPage({ contentType }: Answer): boolean {
  return contentType.toLowerCase().includes('html');
}

function readHealth(answer: Answer): Health | undefined {
  if (answer.status !== 200 || !answer.contentType.includes('json')) return undefined;
  try {
    return healthSchema.safeParse(parseAnswer(answer.body, answer.contentType)).data;
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
