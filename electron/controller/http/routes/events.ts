import { z } from 'zod';
import { EVENT_TYPES, eventGapSchema, eventSchema, eventsQuerySchema, keepAliveSchema, type EventType } from '#contract/api-v3/event.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../../keys/printer-limits.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { EventStream } from '../events/event-stream.ts';
import { content, operation } from '#http/openapi/operation.ts';

const TAG = 'service';
const MEDIA_TYPE = 'text/event-stream';
/** Each stream holds a connection. */
const MAX_STREAMS = 64;
/** The `Retry-After` of a refused stream, in seconds. */
const RETRY_SECONDS = 10;

const ABOUT = {
  summary: 'Follow events, as server-sent events',
  scope: 'read',
  printer: 'every',
  description: `An event is sent when a change is durable; a change that was rolled back sends none. The event names what to read again. Open
the stream first, and read the data after the first \`keep-alive\`: then no change is missed in between.

Each event has an \`id\`, \`<run>-<number>\`; the numbers of one run of the controller are consecutive. \`Last-Event-ID\` resumes after the event that was
received last. If that is impossible, because the controller was restarted (\`other-run\`) or the next events are no longer stored, as for a
reader that is too slow (\`forgotten\`), a \`gap\` is sent instead: read all data again. The last 4096 events are stored. \`keep-alive\` is sent
first, and whenever nothing else was sent for 15 seconds, or in the pace of \`keepAlive\`; everything before it has been sent. \`gap\` and \`keep-alive\` are sent whatever \`types\` says, and carry the number of the next
event. At most ${MAX_STREAMS} streams are open at a time. A stream ends when its key is revoked or expires; a key that is limited to printers
gets no events of other printers.`,
  isExtension: true,
} as const;

/** The route of the event stream. */
export function eventRoutes(app: FastifyApp, controller: Controller): void {
  const open = new Set<EventStream>();
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const stream of open) stream.close();
    done();
  });
  const response = { 200: content('The events.', MEDIA_TYPE, z.union([eventSchema, eventGapSchema, keepAliveSchema])) };
  app.get(
    '/events',
    // A HEAD request would get a stream without an end.
    { exposeHeadRoute: false, schema: operation(TAG, ABOUT, { querystring: eventsQuerySchema, response }) },
    async (request, reply) => {
      const types = typesIn(request.query.types);
      if (open.size >= MAX_STREAMS) {
        void reply.header('retry-after', RETRY_SECONDS);
        throw new ProblemError('too-many-requests', { detail: `${MAX_STREAMS} event streams are open already.` });
      }
      const { grant, headers } = request;
      const stream = new EventStream({
        ...{ events: controller.events, types, lastEventId: lastEventIdOf(headers), keepAlive: request.query.keepAlive },
        mayName: (printer) => mayName(grant, printer),
      });
      open.add(stream);
      stream.once('close', () => open.delete(stream));
      reply.raw.once('close', () => stream.destroy());
      if (isClosing) stream.close();
      return reply.type(MEDIA_TYPE).header('cache-control', 'no-store').send(stream);
    },
  );
}

function lastEventIdOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  const id = headers['last-event-id'];
  return id === undefined ? undefined : String(id);
}

function typesIn(list: string | undefined): ReadonlySet<EventType> {
  if (list === undefined) return new Set(EVENT_TYPES);
  const wanted = list.split(',');
  const unknown = wanted.filter((type) => !isEventType(type));
  if (unknown.length === 0) return new Set(wanted.filter(isEventType));
  const detail = `names unknown types: ${unknown.map((type) => JSON.stringify(type)).join(', ')}`;
  throw new ProblemError('invalid-input', { detail: `?types: ${detail}`, errors: [{ pointer: '?types', detail }] });
}

function isEventType(text: string): text is EventType {
  return (EVENT_TYPES as readonly string[]).includes(text);
}
