import type { Door } from '../door-types.ts';

/**
 * A request may be answered before its body has arrived as a whole. What is still under way is read and dropped, so that the
 * sender gets to see the answer; who takes longer than `milliseconds` loses the connection.
 */
export function finishArrival(door: Door, milliseconds: number): void {
  door.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) {
      const timer = setTimeout(() => raw.destroy(), milliseconds).unref();
      raw.once('close', () => clearTimeout(timer));
      raw.resume();
    }
    done();
  });
}
