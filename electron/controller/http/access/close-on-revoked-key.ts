import { Readable } from 'node:stream';
import type { ApiKeys } from '../../keys/api-keys.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';

/** Milliseconds between two checks of the keys of open responses. */
const CHECK_INTERVAL = 250;

/**
 * Closes responses that are still being sent when their key is revoked or expires: event streams, which never end, and files. Buffered data
 * is dropped. If the keys cannot be read, all of them are closed.
 */
export function closeOnRevokedKey(app: FastifyApp, apiKeys: ApiKeys): void {
  const open = new Map<Readable, number>();
  let next: NodeJS.Timeout | undefined;

  const arm = (): void => {
    next ??= setTimeout(() => void check(), CHECK_INTERVAL).unref();
  };
  const check = async (): Promise<void> => {
    const validIds = await apiKeys.validIds().catch((error: unknown) => {
      app.log.error({ err: error }, 'the keys cannot be read: open responses to requests with keys are closed');
      return new Set<number>();
    });
    for (const [answer, id] of open) if (!validIds.has(id)) answer.destroy();
    next = undefined;
    if (open.size > 0) arm();
  };

  app.addHook('onSend', (request, _reply, ...[payload, done]) => {
    if (request.grant && payload instanceof Readable) {
      open.set(payload, request.grant.id);
      payload.once('close', () => open.delete(payload));
      arm();
    }
    done(null, payload);
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(next);
    done();
  });
}
