import { deflateSync } from 'node:zlib';
import { z } from 'zod';
import { labelSchema } from '#contract/api-v3/label.ts';
import { nameSchema } from '#contract/api-v3/name.ts';
import { promptFault } from '#contract/api-v3/prompt.ts';
import { textSchema } from '#contract/api-v3/text.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { encodePlanes } from '#rendering/label/planes-png.ts';

/** A method of the protocol. */
export interface TextMethod {
  /** Whether it changes something; in safe mode such methods are refused. */
  isChange: boolean;
  /** Throws `invalid-input` for wrong parameters, and what the modules throw. */
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
const MAX_VALUES = 1_000;
const valuesSchema = z
  .record(nameSchema, valueSchema)
  .refine((values) => Object.keys(values).length <= MAX_VALUES, `must be at most ${MAX_VALUES} variables`);
const nothingSchema = z.strictObject({}).optional();
const printerSchema = z.strictObject({ printer: nameSchema.optional() }).optional();
/** A name alone, or an object as for the other methods. */
const variableNameSchema = z.union([nameSchema.transform((name) => ({ name })), z.strictObject({ name: nameSchema })], {
  error: 'must be the name of a variable',
});
const checkpointSchema = z.strictObject({ printer: nameSchema.optional(), id: z.string().optional() }).optional();
const simulatedSchema = z
  .strictObject({
    labelName: nameSchema.optional(),
    labelData: labelSchema.optional(),
    printer: nameSchema.optional(),
    /** Values that replace those of the variables. */
    env: valuesSchema.optional(),
  })
  .refine(({ labelName, labelData }) => (labelName === undefined) !== (labelData === undefined), 'needs either labelName or labelData');

/** All methods by name. */
export const METHODS: ReadonlyMap<string, TextMethod> = new Map([
  ['getVersion', method(false, nothingSchema, async (controller) => (await controller.health()).version)],
  ['getVariable', method(false, variableNameSchema, async (controller, { name }) => (await controller.variables.get(name)).value)],
  ['setVariables', method(true, valuesSchema, setVariables)],
  ['trigger', method(true, printerSchema, async (controller, request) => controller.printing.trigger(printerOf(controller, request)))],
  ['getPrinterState', method(false, printerSchema, async (controller, request) => (await statusOf(controller, request)).state)],
  ['getPrinterStatus', method(false, printerSchema, statusOf)],
  ['getLabelSimulation', method(false, simulatedSchema, pictureOf)],
  ['transformLabel', method(false, simulatedSchema, resolvedLabel)],
  ['seekPrintQueueCheckpoint', method(true, checkpointSchema, seekCheckpoint)],
]);

type PrinterRequest = { printer?: string | undefined } | undefined;

/** The printer of a request. Throws `printer-required` when none is named and there is not exactly one. */
function printerOf(controller: Controller, request: PrinterRequest): string {
  return request?.printer ?? controller.printers.getOnly().name;
}

async function statusOf(controller: Controller, request: PrinterRequest) {
  return controller.printing.status(printerOf(controller, request));
}

/** Sets all variables or none. Throws `not-found`, and `invalid-input` for a value that its variable does not accept. */
async function setVariables(controller: Controller, valuesByName: Record<string, string>): Promise<void> {
  const values = new Map(Object.entries(valuesByName));
  const today = await controller.preparation.today();
  await controller.change(undefined, async (trx) => {
    const variables = await controller.variables.existing([...values.keys()], trx);
    for (const [name, { prompt }] of variables) {
      const fault = prompt && promptFault(prompt, values.get(name) ?? '', today);
      if (fault !== undefined) throw new ProblemError('invalid-input', { detail: `The variable "${name}": ${fault}` });
    }
    await controller.variables.setValues(values, trx);
  });
}

type SimulationRequest = z.output<typeof simulatedSchema>;

async function pictureOf(controller: Controller, request: SimulationRequest) {
  const { planes, hdpi, vdpi } = await controller.simulation.pictureWith(labelOf(request), simulationContext(controller, request));
  const [{ width, height }] = planes;
  const png = encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) });
  return { data: Buffer.from(png).toString('base64'), width, height, mimeType: 'image/png' };
}

async function resolvedLabel(controller: Controller, request: SimulationRequest) {
  return controller.simulation.labelWith(labelOf(request), simulationContext(controller, request));
}

function labelOf({ labelName, labelData }: SimulationRequest) {
  return labelData ?? labelName ?? '';
}

/** A controller without printers can draw labels too. */
function simulationContext(controller: Controller, { printer, env = {} }: SimulationRequest) {
  const hasPrinters = controller.printers.names().length > 0;
  return { printer: hasPrinters ? printerOf(controller, { printer }) : printer, variables: new Map(Object.entries(env)) };
}

/** Goes to the named checkpoint, otherwise to the last one that is current or done. */
async function seekCheckpoint(controller: Controller, request: z.output<typeof checkpointSchema>): Promise<void> {
  const printer = printerOf(controller, request);
  const id = request?.id ?? (await lastCheckpoint(controller, printer));
  await controller.queue.seek(printer, id);
}

async function lastCheckpoint(controller: Controller, printer: string): Promise<string> {
  const jobs = await controller.queue.list(printer);
  const last = jobs.findLast(({ checkpoint, state }) => checkpoint && state !== 'waiting');
  if (last) return last.id;
  throw new ProblemError('checkpoint-missing', {
    detail: `No job that "${printer}" has started is a checkpoint.`,
  });
}
