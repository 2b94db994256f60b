import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { CurrentJob, InkStatus, PrinterStatus } from '#contract/api-v3/printer.ts';
import type { SparkplugCommands } from '#contract/api-v3/sparkplug.ts';
import { PRINT_RECORDS, type Reading } from './edge-messages.ts';
import { NO_RECORDS } from './print-records.ts';
import { printerAlarms, supplyName } from './printer-alarms.ts';

/** What is known about a printer. */
export interface PrinterFacts {
  status: PrinterStatus;
  counters: PrintCounters;
  /** Products that passed without a print. */
  missed: number;
  /** Prints whose outcome is unknown now. */
  unknown: number;
  /** Confirmed prints in the last full minute. */
  printsPerMinute: number;
}

export const COMMAND_METRICS = { select: 'Control/Select', trigger: 'Control/Trigger', abort: 'Control/Abort' } as const;
export type CommandName = keyof typeof COMMAND_METRICS;

/** The metrics of a printer. Those of commands are there only if it takes the command. */
export function printerReadings(facts: PrinterFacts, commands: SparkplugCommands | undefined, lastResult: string): Reading[] {
  const { status } = facts;
  return [
    text('Printer/State', status.state),
    text('Printer/Traffic light', status.ragStatus),
    text('Printer/Errors', status.errors.join('\n')),
    count('Printer/Error count', status.errors.length),
    { name: 'Printer/Alarms', type: 'DataSet', value: printerAlarms(status) },
    ...jobReadings(status),
    ...counterReadings(facts),
    ...status.ink.flatMap(inkReadings),
    { name: 'Speed/Prints per minute', type: 'Double', value: facts.printsPerMinute },
    ...(status.conveyor ? [count('Speed/Products per minute', status.conveyor.running ? status.conveyor.productsPerMinute : 0)] : []),
    { name: PRINT_RECORDS, type: 'DataSet', value: NO_RECORDS },
    ...commandReadings(commands, lastResult),
  ];
}

function jobReadings({ job, queue }: PrinterStatus): Reading[] {
  const { id, description, label, revision, table, key, row, printed, started, copies }: Partial<CurrentJob> = job ?? {};
  return [
    text('Job/Id', id),
    text('Job/Description', description),
    text('Job/Label', label),
    count('Job/Label version', revision),
    text('Job/Table', table),
    text('Job/Row key', key),
    count('Job/Row', row),
    count('Job/Printed', printed),
    count('Job/Started', started),
    count('Job/Requested', copies),
    count('Job/Queue', queue),
  ];
}

function counterReadings({ counters, missed, unknown }: PrinterFacts): Reading[] {
  const { triggers, triggerBounces, printedLabels, handedOverLabels = 0, verification } = counters;
  return [
    count('Counters/Triggers', triggers),
    count('Counters/Trigger bounces', triggerBounces),
    count('Counters/Missed', missed),
    count('Counters/Printed', printedLabels),
    count('Counters/Handed over', handedOverLabels),
    count('Counters/Unknown', unknown),
    count('Counters/Verified', verification?.verified ?? 0),
    count('Counters/Misread', verification?.misread ?? 0),
    count('Counters/Mismatch', verification?.mismatch ?? 0),
    count('Counters/Not read', verification?.notRead ?? 0),
  ];
}

function inkReadings(ink: InkStatus, at: number): Reading[] {
  const { level, state, percent } = ink;
  const place = `Ink/${supplyName(ink, at).replaceAll('/', '_')}`;
  return [
    text(`${place}/State`, state),
    text(`${place}/Level`, level),
    { name: `${place}/Percent`, type: 'Double', value: percent ?? null },
  ];
}

function commandReadings(commands: SparkplugCommands | undefined, lastResult: string): Reading[] {
  if (!commands) return [];
  const { select, trigger, abort } = commands;
  return [
    ...(select ? [text(COMMAND_METRICS.select, '')] : []),
    ...(trigger ? [{ name: COMMAND_METRICS.trigger, type: 'Boolean', value: false } as const] : []),
    ...(abort ? [{ name: COMMAND_METRICS.abort, type: 'Boolean', value: false } as const] : []),
    ...(select || trigger || abort ? [text('Control/Last result', lastResult)] : []),
  ];
}

/** Null where there is nothing. */
function text(name: string, value: string | undefined): Reading {
  return { name, type: 'String', value: value ?? null };
}

function count(name: string, value: number | undefined): Reading {
  return { name, type: 'Int64', value: value ?? null };
}
