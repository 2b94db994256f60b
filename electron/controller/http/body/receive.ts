import type { IncomingMessage } from 'node:http';
import { ProblemError } from '#contract/problem.ts';

export interface ReceiveLimits {
  /** How many bytes a body may have. */
  bytes: number;
  /** How long it may take to arrive: as a whole for `receiveWhole`, from one piece to the next for `receivePieces`. */
  milliseconds: number;
}

/** The whole body. Throws `payload-too-large` or `request-timeout`, and leaves the connection open for the answer that says so. */
export async function receiveWhole(request: IncomingMessage, limits: ReceiveLimits): Promise<Buffer> {
  const deadline = performance.now() + limits.milliseconds;
  const pieces: Uint8Array[] = [];
  for await (const piece of read(request, limits.bytes, () => deadline - performance.now())) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The body piece by piece, as fast as the reader takes it; nothing is kept. Throws as `receiveWhole` does. */
export function receivePieces(request: IncomingMessage, limits: ReceiveLimits): AsyncIterable<Uint8Array> {
  return read(request, limits.bytes, () => limits.milliseconds);
}

async function* read(request: IncomingMessage, limit: number, patience: () => number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  let received = 0;
  while (!request.readableEnded) {
    const piece = request.read() as Buffer | null;
    if (piece) {
      received += piece.length;
      if (received > limit) throw tooLarge(limit);
      yield piece;
    } else if (!request.readableEnded) {
      await readable(request, patience());
    }
  }
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
      else settle(new ProblemError('invalid-input', { detail: 'The connection ended before the body was complete.' }));
    };
    const timer = setTimeout(
      () => settle(new ProblemError('request-timeout', { detail: 'The body did not arrive in time.' })),
      Math.max(0, patience),
    );
    for (const event of ['readable', 'end']) request.on(event, ready);
    for (const event of ['error', 'close']) request.on(event, broken);
    if (request.destroyed && !request.readableEnded) broken();
  });
}

const MEBIBYTE = 1024 * 1024;

function tooLarge(limit: number): ProblemError {
  return new ProblemError('payload-too-large', { detail: `The body may have at most ${limit / MEBIBYTE} MiB.` });
}
