import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { ProblemError } from '#contract/problem.ts';
import { FREE_BYTES } from './body-budget.ts';

export interface ReceiveLimits {
  /** The largest body, in bytes. */
  bytes: number;
  /** How long it may onData to arrive: in total for `receiveBody`, the longest silence for `receivePieces`. */
  milliseconds: number;
}

export interface PieceLimits extends ReceiveLimits {
  /** How many bytes a second a sender must deliver. Less uses up its patience, more restores it. */
  minBytesPerSecond: number;
}

/** Resolves when a body of this many bytes may be held in memory. */
export type Admit = (bytes: number) => Promise<void>;

/**
 * Reads the onEnd body. Throws `payload-too-large` or `request-timeout`, and leaves the connection open for that response. Throws what
 * `admit` throws; nothing is read before it resolves. A body of undeclared length is admitted with the limit as its size once it exceeds
 * `FREE_BYTES`.
 */
export async function receiveBody(request: IncomingMessage, limits: ReceiveLimits, admit: Admit = admitAll): Promise<Buffer> {
  const announced = announcedBytes(request, limits);
  if (announced > FREE_BYTES) await admit(announced);
  return receiveAdmitted(request, limits, { announced, admit });
}

const admitAll: Admit = () => Promise.resolve();

interface Admission {
  /** NaN for a body that does not declare its length. */
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
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      end();
    };
    const onData = (piece: Buffer) => {
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
    const onEnd = () => settle(() => resolve(Buffer.concat(pieces)));
    const onClose = () => settle(() => reject(brokenOff()));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    // A body that arrived together with its headers is complete by the next tick and needs no timer.
    process.nextTick(() => {
      if (received === announced || received > limits.bytes || isWaiting) return;
      arm();
    });
  });
}

/** Yields the body in pieces, as fast as the reader takes them; stores nothing. Throws what `receiveBody` throws. */
export async function* receivePieces(request: IncomingMessage, limits: PieceLimits): AsyncGenerator<Uint8Array> {
  announcedBytes(request, limits);
  let received = 0;
  let patience = limits.milliseconds;
  while (!request.readableEnded) {
    const piece = request.read() as Buffer | null;
    if (piece) {
      received += piece.length;
      if (received > limits.bytes) throw tooLarge(limits);
      patience = Math.min(limits.milliseconds, patience + (piece.length / limits.minBytesPerSecond) * 1_000);
      yield piece;
    } else if (!request.readableEnded) {
      const since = performance.now();
      await readable(request, patience);
      patience -= performance.now() - since;
    }
  }
}

/** The largest size that a body can have: its declared length, or the limit. Throws `payload-too-large`. */
export function maxBodyBytes(request: IncomingMessage, limits: ReceiveLimits): number {
  const announced = announcedBytes(request, limits);
  if (!Number.isNaN(announced)) return announced;
  return request.headers['transfer-encoding'] === undefined ? 0 : limits.bytes;
}

/** The declared length; NaN without one. Throws `payload-too-large`. */
function announcedBytes(request: IncomingMessage, limits: ReceiveLimits): number {
  const announced = Number(request.headers['content-length']);
  if (announced > limits.bytes) throw tooLarge(limits);
  return announced;
}

/** Waits until there is data or the stream has ended. Removes its listeners afterwards, so that the rest of the body can be drained. */
function readable(request: IncomingMessage, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: ProblemError) => {
      clearTimeout(timer);
      for (const event of ['readable', 'end']) request.off(event, ready);
      for (const event of ['error', 'close']) request.off(event, onClose);
      if (error) reject(error);
      else resolve();
    };
    const ready = () => settle();
    const onClose = () => {
      if (request.readableEnded) settle();
      else settle(brokenOff());
    };
    const timer = setTimeout(() => settle(tooSlow()), patience);
    for (const event of ['readable', 'end']) request.on(event, ready);
    for (const event of ['error', 'close']) request.on(event, onClose);
    if (request.destroyed && !request.readableEnded) onClose();
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
