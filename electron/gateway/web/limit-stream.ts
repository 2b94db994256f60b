import { Transform, type TransformCallback } from 'node:stream';
import { ProblemError } from '#contract/problem.ts';

export interface Limits {
  maxBytes: number;
  /** Longest time between two chunks, in milliseconds. */
  idle: number;
}

/** A stream that fails with `payload-too-large` beyond `maxBytes`, and with `request-timeout` when no chunk arrives for `idle` milliseconds. */
export function limited({ maxBytes, idle }: Limits): Transform {
  let passed = 0;
  const idleTimer = setTimeout(() => {
    transform.destroy(new ProblemError('request-timeout', { detail: `No data arrived for ${idle / 1_000} s.` }));
  }, idle);
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      idleTimer.refresh();
      passed += chunk.length;
      if (passed > maxBytes) done(new ProblemError('payload-too-large', { detail: `The transfer has more than ${maxBytes} bytes.` }));
      else done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(idleTimer);
      done(error);
    },
    final(done) {
      clearTimeout(idleTimer);
      done();
    },
  });
  return transform;
}
