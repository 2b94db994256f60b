import { z } from 'zod';

const stateSchema = z.object({ online: z.boolean(), timestamp: z.number() });

/** Follows what a host application publishes about itself: `{"online": true, "timestamp": 1668114759262}`, in milliseconds since the epoch. */
export class PrimaryHost {
  #last: number | undefined;
  #lastOnline: number | undefined;

  /**
   * What a message says; undefined for one that is older than an earlier one, or that cannot be read. An old death can arrive after a newer
   * birth, and must not end the session.
   */
  consider(payload: Uint8Array): 'online' | 'offline' | undefined {
    const state = parse(payload);
    if (!state) return undefined;
    const { online, timestamp } = state;
    const least = online ? this.#last : this.#lastOnline;
    if (least !== undefined && timestamp < least) return undefined;
    this.#last = timestamp;
    if (online) this.#lastOnline = timestamp;
    return online ? 'online' : 'offline';
  }
}

function parse(payload: Uint8Array): z.output<typeof stateSchema> | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return undefined;
  }
  return stateSchema.safeParse(json).data;
}
