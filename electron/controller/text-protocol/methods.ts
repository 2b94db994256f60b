import { deflateSync } from 'node:zlib';
import { z } from 'zod';
import { labelSchema } from '#contract/api-v3/label.ts';
import { nameSchema } from '#contract/api-v3/name.ts';
import { promptFault } from '#contract/api-v3/prompt.ts';
import { textSchema } from '#contract/api-v3/text.ts';
import type { Scope } from '#contract/api-v3/scope.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { encodePlanes } from '#rendering/label/planes-png.ts';
import type { KeyGrant } from '../keys/api-keys.ts';
import { outsideLimit, requirePrinters } from '../keys/printer-limits.ts';

/** The controller, and what the key of the client permits; undefined for a client without a key. */
export interface TextContext {
  controller: Controller;
  grant: KeyGrant | undefined;
}

/** A method of the protocol. */
export interface TextMethod {
  /** The scope that its HTTP operation requires. In safe mode everything but `read` is refused. */
  scope: Scope;
  /** Throws `invalid-input` for wrong parameters, `forbidden` for a printer that the key may not name, and what the modules throw. */
  run: (context: TextContext, parameters: unknown) => Promise<unknown>;
}

function method<Schema extends z.ZodType>(
  scope: Scope,
  schema: Schema,
  run: (context: TextContext, parameters: z.output<Schema>) => Promise<unknown>,
): TextMethod {
  return { scope, run: (context, parameters) => run(context, parseInput(schema, parameters)) };
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
  ['getVersion', method('read', nothingSchema, async ({ controller }) => (await controller.health()).version)],
  ['getVariable', method('read', variableNameSchema, async ({ controller }, { name }) => (await controller.variables.get(name)).value)],
  ['setVariables', method('edit', valuesSchema, setVariables)],
  ['trigger', method('print', printerSchema, async (context, request) => context.controller.printing.trigger(printerOf(context, request)))],
  ['getPrinterState', method('read', printerSchema, async (context, request) => (await statusOf(context, request)).state)],
  ['getPrinterStatus', method('read', printerSchema, statusOf)],
  ['getLabelSimulation', method('read', simulatedSchema, pictureOf)],
  ['transformLabel', method('read', simulatedSchema, resolvedLabel)],
  ['seekPrintQueueCheckpoint', method('print', checkpointSchema, seekCheckpoint)],
]);

type PrinterRequest = { printer?: string | undefined } | undefined;

/**
 * The printer of a request. Throws `printer-required` when none is named and there is not exactly one that the key may name, and `forbidden`
 * for one that it may not.
 */
function printerOf({ controller, grant }: TextContext, request: PrinterRequest): string {
  const printer = request?.printer ?? controller.printers.getOnly(grant?.printers).name;
  requirePrinters(grant, [printer]);
  return printer;
}

async function statusOf(context: TextContext, request: PrinterRequest) {
  return context.controller.printing.status(printerOf(context, request));
}

/** Sets all variables or none. Throws `not-found`, and `invalid-input` for a value that its variable does not accept. */
async function setVariables({ controller }: TextContext, valuesByName: Record<string, string>): Promise<void> {
  const values = new Map(Object.entries(valuesByName));
  const today = await controller.preparation.today();
  await controller.change(undefined, async (trx) => {
    const variables = await controller.variables.existing([...values.keys()], trx);
    for (const [name, { prompt, userEdit }] of variables) {
      if (!userEdit) controller.library.refuseChange({ kind: 'variable', name });
      const fault = prompt && promptFault(prompt, values.get(name) ?? '', today);
      if (fault !== undefined) throw new ProblemError('invalid-input', { detail: `The variable "${name}": ${fault}` });
    }
    await controller.variables.setValues(values, trx);
  });
}

type SimulationRequest = z.output<typeof simulatedSchema>;

async function pictureOf(context: TextContext, request: SimulationRequest) {
  const { simulation } = context.controller;
  const { planes, hdpi, vdpi } = await simulation.pictureWith(labelOf(request), simulationContext(context, request));
  const [{ width, height }] = planes;
  const png = encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) });
  return { data: Buffer.from(png).toString('base64'), width, height, mimeType: 'image/png' };
}

async function resolvedLabel(context: TextContext, request: SimulationRequest) {
  return context.controller.simulation.labelWith(labelOf(request), simulationContext(context, request));
}

function labelOf({ labelName, labelData }: SimulationRequest) {
  return labelData ?? labelName ?? '';
}

/** A controller without printers can draw labels too, unless the key is limited to printers. */
function simulationContext(context: TextContext, { printer, env = {} }: SimulationRequest) {
  const { controller, grant } = context;
  const hasPrinters = controller.printers.names().length > 0;
  if (grant?.printers !== undefined && printer === undefined) throw outsideLimit({ ...grant, printers: grant.printers });
  return { printer: hasPrinters ? printerOf(context, { printer }) : printer, variables: new Map(Object.entries(env)) };
}

/** Goes to the named checkpoint, otherwise to the last one that is current or done. */
async function seekCheckpoint(context: TextContext, request: z.output<typeof checkpointSchema>): Promise<void> {
  const { controller } = context;
  const printer = printerOf(context, request);
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
