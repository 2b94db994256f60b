import { connect } from 'node:net';

/** Milliseconds until a connection was accepted, which is closed at once; the reason when none was within `limit` milliseconds. */
export function connectTime(host: string, port: number, limit: number): Promise<number | { reason: string }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (result: number | { reason: string }): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(limit, () => end({ reason: `no answer within ${limit / 1_000} s` }));
    socket.once('connect', () => end(Math.round((performance.now() - began) * 10) / 10));
    socket.once('error', (error) => end({ reason: error.message }));
  });
}
