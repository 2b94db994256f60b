import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { ProblemError } from '#contract/problem.ts';
import { FREE_BYTES } from './body-budget.ts';

export interface ReceiveLimits {
  /** How many bytes a body may have. */
  bytes: number;
  /** How long it may take to arrive: as a whole for `receiveWhole`, the longest silence for `receivePieces`. */
  milliseconds: number;
}

export interface PieceLimits extends ReceiveLimits {
  /** What a sender who is waited for has to send, in bytes a second: less uses up its patience, more fills it again. */
  leastPerSecond: number;
}

/** Waits until a body of so many bytes may be held in memory. */
export type Admit = (bytes: number) => Promise<void>;

/**
 * The whole body. Throws `payload-too-large` or `request-timeout`, and leaves the connection open for the answer that says so. Throws what `admit`
 * throws: nothing of a body that it has not admitted is read. A body that does not announce its size is admitted with its limit as soon as it has
 * more than `FREE_BYTES`.
 */
export async function receiveWhole(request: IncomingMessage, limits: ReceiveLimits, admit: Admit = admitAll): Promise<Buffer> {
  const announced = announcedBytes(request, limits);
  if (announced > FREE_BYTES) await admit(announced);
  return receiveAdmitted(request, limits, { announced, admit });
}

const admitAll: Admit = () => Promise.resolve();

interface Admission {
  /** Not a number for a body that does not announce its size. */
  announced: number;
  admit: Admit;
}

function receiveAdmitted(request: IncomingMessage, limits: ReceiveLimits, { announced, admit }: Admission): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let isAdmitted = !Number.isNaN(announced);
    const pieces: Buffer[] = [];
    let received = 0;
    let isWaiting = false;
    let timer: NodeJS.Timeout | undefined;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      request.off('data', take).off('end', whole).off('close', broken);
      end();
    };
    const take = (piece: Buffer) => {
      received += piece.length;
      pieces.push(piece);
      if (received > limits.bytes) settle(() => reject(tooLarge(limits)));
      else if (!isAdmitted && received > FREE_BYTES) waitForAdmission();
    };
    const arm = () => {
      timer = setTimeout(() => settle(() => reject(tooSlow())), limits.milliseconds);
    };
    const waitForAdmission = () => {
      isAdmitted = true;
      isWaiting = true;
      clearTimeout(timer);
      request.pause();
      const admitted = () => {
        isWaiting = false;
        arm();
        request.resume();
      };
      admit(limits.bytes).then(admitted, (error: unknown) => settle(() => reject(error as Error)));
    };
    const whole = () => settle(() => resolve(Buffer.concat(pieces)));
    const broken = () => settle(() => reject(brokenOff()));
    request.on('data', take).on('end', whole).on('close', broken);
    // What came together with its headers is there by the next tick and needs no timer.
    process.nextTick(() => {
      if (received === announced || received > limits.bytes || isWaiting) return;
      arm();
    });
  });
}

/** The body piece by piece, as fast as the reader takes it; nothing is kept. Throws as `receiveWhole` does. */
export async function* receivePieces(request: IncomingMessage, limits: PieceLimits): AsyncGenerator<Uint8Array> {
  announcedBytes(request, limits);
  let received = 0;
  let patience = limits.milliseconds;
  while (!request.readableEnded) {
    const piece = request.read() as Buffer | null;
    if (piece) {
      received += piece.length;
      if (received > limits.bytes) throw tooLarge(limits);
      patience = Math.min(limits.milliseconds, patience + (piece.length / limits.leastPerSecond) * 1_000);
      yield piece;
    } else if (!request.readableEnded) {
      const since = performance.now();
      await readable(request, patience);
      patience -= performance.now() - since;
    }
  }
}

/** How many bytes a body will have at most: what it announces, or its limit when it does not say. Throws `payload-too-large`. */
export function mostBytes(request: IncomingMessage, limits: ReceiveLimits): number {
  const announced = announcedBytes(request, limits);
  if (!Number.isNaN(announced)) return announced;
  return request.headers['transfer-encoding'] === undefined ? 0 : limits.bytes;
}

/** How long the body says it is: not a number for one that does not say it. */
function announcedBytes(request: IncomingMessage, limits: ReceiveLimits): number {
  const announced = Number(request.headers['content-length']);
  if (announced > limits.bytes) throw tooLarge(limits);
  return announced;
}

/** Waits until there is something to read or nothing more will come. Listeners are gone afterwards: whoever drains the rest needs it so. */
function readable(request: IncomingMessage, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: ProblemError) => {
      clearTimeout(timer);
      for (const event of ['readable', 'end']) request.off(event, ready);
      for (const event of ['error', 'close']) request.off(event, broken);
      if (error) reject(error);
      else resolve();
    };
    const ready = () => settle();
    const broken = () => {
      if (request.readableEnded) settle();
      else settle(brokenOff());
    };
    const timer = setTimeout(() => settle(tooSlow()), patience);
    for (const event of ['readable', 'end']) request.on(event, ready);
    for (const event of ['error', 'close']) request.on(event, broken);
    if (request.destroyed && !request.readableEnded) broken();
  });
}

const MEBIBYTE = 1024 * 1024;

function tooLarge({ bytes }: ReceiveLimits): ProblemError {
  return new ProblemError('payload-too-large', { detail: `The body may have at most ${bytes / MEBIBYTE} MiB.` });
}

function tooSlow(): ProblemError {
  return new ProblemError('request-timeout', { detail: 'The body did not arrive in time.' });
}

function brokenOff(): ProblemError {
  return new ProblemError('invalid-input', { detail: 'The connection ended before the body was complete.' });
}
