import { clockSchema } from '#contract/api-v3/clock.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../../keys/printer-limits.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, operation } from '#http/openapi/operation.ts';

const TAG = 'service';

const READ = {
  summary: 'Read the clock of the controller',
  scope: 'read',
  printer: 'every',
  description: `Every date on a label comes from this clock and its time zone, never from the clock of a printer. The response lists how far
printers' own clocks are off. A clock that was changed by more than five minutes and up to a day, forward or back, is \`stepped\`: selections and triggers of labels
that show dates, times or shifts are refused with \`clock-doubtful\` until it is corrected or confirmed; other labels, and jobs that were frozen
before, print on. A clock that is further off, or more than 60 days after the last run of the controller, is \`doubtful\`: all selections and
triggers are refused. Reads still work.`,
  isExtension: true,
} as const;

const CONFIRM = {
  summary: 'Confirm that the clock of the controller is right',
  scope: 'admin',
  description: 'Call it after a person has compared the clock with another one. Confirming a clock that is not doubtful changes nothing.',
  isExtension: true,
} as const;

/** Routes of the clock that dates come from: read and confirm it. */
export function clockRoutes(app: FastifyApp, controller: Controller): void {
  const response = { 200: json('The clock.', clockSchema) };
  app.get('/clock', { schema: operation(TAG, READ, { response }) }, async ({ grant }) => {
    const { printers, ...reading } = await controller.clock.reading();
    return { ...reading, printers: dictionary(Object.entries(printers).filter(([name]) => mayName(grant, name))) };
  });
  app.post(
    '/clock/confirm',
    { schema: operation(TAG, CONFIRM, { response: { 204: empty('The clock is confirmed.') } }) },
    async (_request, reply) => {
      await controller.clock.confirm();
      return reply.code(204).send();
    },
  );
}
