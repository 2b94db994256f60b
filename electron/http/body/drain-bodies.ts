import type { FastifyApp } from '../app/fastify-app.ts';

/**
 * Reads and drops the rest of a body whose request is already answered, so that the client can read the response. Closes the connection
 * when the rest takes longer than `milliseconds`.
 */
export function drainBodies(app: FastifyApp, milliseconds: number): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) {
      const timer = setTimeout(() => raw.destroy(), milliseconds).unref();
      raw.once('close', () => clearTimeout(timer));
      raw.resume();
    }
    done();
  });
}
