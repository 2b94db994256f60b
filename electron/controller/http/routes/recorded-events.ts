import { recordedEventsPageSchema, recordedEventsQuerySchema, type RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import type { Controller } from '#controller/controller.ts';
import type { KeyGrant } from '../../keys/api-keys.ts';
import { mayName } from '../../keys/printer-limits.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json, operation } from '#http/openapi/operation.ts';

const TAG = 'service';

const ABOUT = {
  summary: 'Read recorded events, in their order',
  scope: 'read',
  printer: 'every',
  description: `Unlike the event stream, these events are stored: they are kept for seven days, the newest 500 000 of them, and a client that
was away reads on where it stopped. Start with \`after=0\`, use \`next\` as \`after\` of the next request, and ask again when \`hasMore\` is false.
\`isIncomplete\` says that events after \`after\` were removed before they were read. Prints are recorded as counts every 15 seconds. A key that is
limited to printers gets events of these, and of the controller itself.`,
  isExtension: true,
} as const;

/** The route of the recorded events. */
export function recordedEventRoutes(app: FastifyApp, { recordedEvents }: Controller): void {
  const response = { 200: json('Events in their order.', recordedEventsPageSchema) };
  app.get('/events/recorded', { schema: operation(TAG, ABOUT, { querystring: recordedEventsQuerySchema, response }) }, async (request) =>
    recordedEvents.page(request.query, (event) => mayKnow(request.grant, event)),
  );
}

/** Orders and devices may concern printers that the key may not name. */
function mayKnow(grant: KeyGrant | undefined, { kind, printer }: RecordedEvent): boolean {
  if (printer !== undefined) return mayName(grant, printer);
  return grant?.printers === undefined || /^(controller|disk|clock)\./.test(kind);
}
