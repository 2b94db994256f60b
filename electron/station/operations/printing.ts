import { firstPrintCheckSchema } from '#contract/api-v3/first-print-check.ts';
import { isDeselection, selectionSchema, triggerResultSchema } from '#contract/api-v3/print-job.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { SELECTION_LIMIT, TRIGGER_LIMIT } from '../connections/command-time.ts';
import { authorHeaders, idempotencyHeaders } from '../connections/command-headers.ts';
import type { StationModules } from '../modules/station-modules.ts';

/**
 * Print control. Every command is sent once, with the page's own Idempotency-Key, and never repeated. What prints or loads a job expires; what stops does
 * not.
 */
export function printingOperations({ controllers, lastSelections, author, clock }: StationModules): StationHandlers['printing'] {
  return {
    select: async ({ connection, printer, idempotencyKey, job }, pressedAt = clock.elapsed()) => {
      const path = apiPath`/printers/${printer}/printJob`;
      const headers = { ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) };
      const time = isDeselection(job) ? undefined : { pressedAt, limit: SELECTION_LIMIT, refusal: 'Not loaded' };
      const { value } = await controllers.change(connection, { method: 'POST', path, json: job, headers, time });
      if (isDeselection(job)) lastSelections.deselected(connection, printer);
      else if (!controllers.hasExtensions(connection)) lastSelections.selected(connection, printer, job);
      // The specification does not define the answer: another controller may return no identifier.
      return selectionSchema.safeParse(value).data ?? { id: '', position: 0 };
    },
    deselect: async ({ connection, printer, idempotencyKey }) => {
      const path = apiPath`/printers/${printer}/printJob`;
      await controllers.change(connection, { method: 'POST', path, isEmptyJson: true, headers: idempotencyHeaders(idempotencyKey) });
      lastSelections.deselected(connection, printer);
      return {};
    },
    trigger: async ({ connection, printer, idempotencyKey }, pressedAt = clock.elapsed()) => {
      const path = apiPath`/printers/${printer}/trigger`;
      const time = { pressedAt, limit: TRIGGER_LIMIT, refusal: 'Not triggered' };
      const { value } = await controllers.change(connection, { method: 'POST', path, headers: idempotencyHeaders(idempotencyKey), time });
      // An accepted trigger without a result means that the controller prints.
      return triggerResultSchema.safeParse(value).data ?? { result: 'printing' };
    },
    abort: async ({ connection, printer, idempotencyKey }) => {
      await controllers.change(connection, {
        method: 'POST',
        path: apiPath`/printers/${printer}/abortPrint`,
        headers: idempotencyHeaders(idempotencyKey),
      });
      return {};
    },
    checkFirstPrint: async ({ connection, printer, idempotencyKey, print: printId, verdict, reason: note = '' }) => {
      const path = apiPath`/printers/${printer}/job/firstPrintCheck`;
      const headers = { ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) };
      const { value } = await controllers.change(connection, { method: 'POST', path, json: { printId, verdict, note }, headers });
      return firstPrintCheckSchema.parse(value);
    },
    setConveyor: async ({ connection, printer, conveyor }) => {
      await controllers.change(connection, { method: 'PUT', path: apiPath`/printers/${printer}/conveyor`, json: conveyor });
      return {};
    },
    refillInk: async ({ connection, printer, supply }) => {
      await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/inkSupplies/${supply}/refill` });
      return {};
    },
  };
}
