import { deflateSync } from 'node:zlib';
import { z } from 'zod';
import { labelSchema } from '#contract/api-v3/label.ts';
import { nameSchema } from '#contract/api-v3/name.ts';
import { promptFault } from '#contract/api-v3/prompt.ts';
import { textSchema } from '#contract/api-v3/text.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { encodePlanes } from '#rendering/planes-png.ts';

/** What the protocol can be asked for. */
export interface TextMethod {
  /** Whether it changes something: in safe mode nothing does. */
  isChange: boolean;
  /** Throws `invalid-input` for parameters that it does not take, and what the rooms throw. */
  run: (controller: Controller, parameters: unknown) => Promise<unknown>;
}

function method<Schema extends z.ZodType>(
  isChange: boolean,
  schema: Schema,
  run: (controller: Controller, parameters: z.output<Schema>) => Promise<unknown>,
): TextMethod {
  return { isChange, run: (controller, parameters) => run(controller, parseInput(schema, parameters)) };
}

const valueSchema = textSchema.max(100_000);
const MOST_VALUES = 1_000;
const valuesSchema = z
  .record(nameSchema, valueSchema)
  .refine((values) => Object.keys(values).length <= MOST_VALUES, `must be at most ${MOST_VALUES} variables`);
const nothingSchema = z.strictObject({}).optional();
const printerSchema = z.strictObject({ printer: nameSchema.optional() }).optional();
/** By the name alone, or as an object like all others. */
const variableNameSchema = z.union([nameSchema.transform((name) => ({ name })), z.strictObject({ name: nameSchema })], {
  error: 'must be the name of a variable',
});
const checkpointSchema = z.strictObject({ printer: nameSchema.optional(), id: z.string().optional() }).optional();
const simulatedSchema = z
  .strictObject({
    labelName: nameSchema.optional(),
    labelData: labelSchema.optional(),
    printer: nameSchema.optional(),
    /** Values of variables that count in place of theirs. */
    env: valuesSchema.optional(),
  })
  .refine(
    ({ labelName, labelData }) => (labelName === undefined) !== (labelData === undefined),
    'needs labelName or labelData, one of them',
  );

/** All methods by their names. */
export const METHODS: ReadonlyMap<string, TextMethod> = new Map([
  ['getVersion', method(false, nothingSchema, async (controller) => (await controller.health()).version)],
  ['getVariable', method(false, variableNameSchema, async (controller, { name }) => (await controller.variables.get(name)).value)],
  ['setVariables', method(true, valuesSchema, setVariables)],
  ['trigger', method(true, printerSchema, async (controller, asked) => controller.printing.trigger(printerOf(controller, asked)))],
  ['getPrinterState', method(false, printerSchema, async (controller, asked) => (await statusOf(controller, asked)).state)],
  ['getPrinterStatus', method(false, printerSchema, statusOf)],
  ['getLabelSimulation', method(false, simulatedSchema, pictureOf)],
  ['transformLabel', method(false, simulatedSchema, resolvedLabel)],
  ['seekPrintQueueCheckpoint', method(true, checkpointSchema, seekCheckpoint)],
]);

type AskedPrinter = { printer?: string | undefined } | undefined;

/** The printer that is meant. Throws `printer-required` when none is named and there is not just one. */
function printerOf(controller: Controller, asked: AskedPrinter): string {
  return asked?.printer ?? controller.printers.getOnly().name;
}

async function statusOf(controller: Controller, asked: AskedPrinter) {
  return controller.printing.status(printerOf(controller, asked));
}

/** All of them or none. Throws `not-found`, and `invalid-input` for a value that its variable does not take. */
async function setVariables(controller: Controller, given: Record<string, string>): Promise<void> {
  const values = new Map(Object.entries(given));
  await controller.change(undefined, async (trx) => {
    const variables = await controller.variables.existing([...values.keys()], trx);
    for (const [name, { prompt }] of variables) {
      const fault = prompt && promptFault(prompt, values.get(name) ?? '');
      if (fault !== undefined) throw new ProblemError('invalid-input', { detail: `The variable "${name}": ${fault}` });
    }
    await controller.variables.setValues(values, trx);
  });
}

type AskedLabel = z.output<typeof simulatedSchema>;

async function pictureOf(controller: Controller, asked: AskedLabel) {
  const { planes, hdpi, vdpi } = await controller.simulation.pictureWith(labelOf(asked), surroundingsOf(controller, asked));
  const [{ width, height }] = planes;
  const png = encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) });
  return { data: Buffer.from(png).toString('base64'), width, height, mimeType: 'image/png' };
}

async function resolvedLabel(controller: Controller, asked: AskedLabel) {
  return controller.simulation.labelWith(labelOf(asked), surroundingsOf(controller, asked));
}

function labelOf({ labelName, labelData }: AskedLabel) {
  return labelData ?? labelName ?? '';
}

/** A controller without any printer draws all the same. */
function surroundingsOf(controller: Controller, { printer, env = {} }: AskedLabel) {
  const hasPrinters = controller.printers.names().length > 0;
  return { printer: hasPrinters ? printerOf(controller, { printer }) : printer, variables: new Map(Object.entries(env)) };
}

/** Goes to the checkpoint that is named, else to the last one that is current or done. */
async function seekCheckpoint(controller: Controller, asked: z.output<typeof checkpointSchema>): Promise<void> {
  const printer = printerOf(controller, asked);
  const id = asked?.id ?? (await lastCheckpoint(controller, printer));
  await controller.queue.seek(printer, id);
}

async function lastCheckpoint(controller: Controller, printer: string): Promise<string> {
  const jobs = await controller.queue.list(printer);
  const last = jobs.findLast(({ checkpoint, state }) => checkpoint && state !== 'waiting');
  if (last) return last.id;
  throw new ProblemError('checkpoint-missing', {
    detail: `No job that "${printer}" has begun is a checkpoint: there is none to return to.`,
  });
}
