import { Transform, type TransformCallback } from 'node:stream';
import { ProblemError } from '#contract/problem.ts';

export interface Limits {
  maxBytes: number;
  /** Longest silence between two pieces. */
  idle: number;
}

/** Passes bytes through, and breaks off when there are too many or when they stop coming. */
export function limited({ maxBytes, idle }: Limits): Transform {
  let passed = 0;
  const stalled = setTimeout(() => {
    transform.destroy(new ProblemError('request-timeout', { detail: `Nothing came for ${idle / 1_000} s.` }));
  }, idle);
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      stalled.refresh();
      passed += chunk.length;
      if (passed > maxBytes) done(new ProblemError('payload-too-large', { detail: `More than ${maxBytes} bytes.` }));
      else done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(stalled);
      done(error);
    },
    final(done) {
      clearTimeout(stalled);
      done();
    },
  });
  return transform;
}
