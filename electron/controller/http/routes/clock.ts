import { clockSchema } from '#contract/api-v3/clock.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../access/named-printer.ts';
import type { Door } from '../door-types.ts';
import { empty, json, operation } from '../openapi/operation.ts';

const TAG = 'service';

const READ = {
  summary: 'Read the clock of the controller',
  scope: 'read',
  printer: 'every',
  description: `Every date on a label comes from this clock and its time zone, never from the clock of a printer; what a printer's own clock is
off is shown. A clock that was set by more than five minutes and up to a day, forward or back, is \`stepped\`: selections and triggers of labels
that show dates, times or shifts are refused with \`clock-doubtful\` until it is set right or confirmed; other labels, and jobs that were frozen
before, print on. One that is further off, or shows more than 60 days after the controller was last seen, is \`doubtful\`: all selections and
triggers are refused. Reading goes on.`,
  isExtension: true,
} as const;

const CONFIRM = {
  summary: 'Confirm that the clock of the controller is right',
  scope: 'admin',
  description: 'For a person who has looked at a clock and a calendar. Confirming a clock that nobody doubts changes nothing.',
  isExtension: true,
} as const;

/** The clock that dates come from, and a person's word that it is right. */
export function clockRoutes(door: Door, controller: Controller): void {
  const response = { 200: json('The clock.', clockSchema) };
  door.get('/clock', { schema: operation(TAG, READ, { response }) }, async ({ grant }) => {
    const { printers, ...reading } = await controller.clock.reading();
    return { ...reading, printers: dictionary(Object.entries(printers).filter(([name]) => mayName(grant, name))) };
  });
  door.post(
    '/clock/confirm',
    { schema: operation(TAG, CONFIRM, { response: { 204: empty('The clock is believed.') } }) },
    async (_request, reply) => {
      await controller.clock.confirm();
      return reply.code(204).send();
    },
  );
}
