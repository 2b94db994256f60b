import { Readable } from 'node:stream';
import type { ApiKeys } from '../../keys/api-keys.ts';
import type { Door } from '../door-types.ts';

/** Milliseconds between two looks at the keys of answers under way. */
const LOOK_INTERVAL = 250;

/**
 * Cuts answers that are still on their way when their key stops to open anything: streams of events, which never end, and files. What is
 * buffered of them is not sent any more. Where the keys cannot be read, nobody says that they still hold, and all are cut.
 */
export function endWithKey(door: Door, apiKeys: ApiKeys): void {
  const open = new Map<Readable, number>();
  let next: NodeJS.Timeout | undefined;

  const arm = (): void => {
    next ??= setTimeout(() => void look(), LOOK_INTERVAL).unref();
  };
  const look = async (): Promise<void> => {
    const holding = await apiKeys.holding().catch((error: unknown) => {
      door.log.error({ err: error }, 'the keys cannot be read: answers that are under way for keys are cut');
      return new Set<number>();
    });
    for (const [answer, id] of open) if (!holding.has(id)) answer.destroy();
    next = undefined;
    if (open.size > 0) arm();
  };

  door.addHook('onSend', (request, _reply, ...[payload, done]) => {
    if (request.grant && payload instanceof Readable) {
      open.set(payload, request.grant.id);
      payload.once('close', () => open.delete(payload));
      arm();
    }
    done(null, payload);
  });
  door.addHook('onClose', (_door, done) => {
    clearTimeout(next);
    done();
  });
}
