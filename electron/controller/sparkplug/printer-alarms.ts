import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { DataSet } from './sparkplug-payload.ts';

/** `severity` is `error` or `warning`; `supply` is empty for an alarm of the printer itself; `parameters` are a JSON object. */
const columns: DataSet['columns'] = ['severity', 'supply', 'code', 'parameters', 'text'].map((name) => ({ name, type: 'String' }));

/** The errors of a printer, and the errors and warnings of its ink supplies, with their codes. No rows while there are none. */
export function printerAlarms({ errorDetails = [], ink }: Pick<PrinterStatus, 'errorDetails' | 'ink'>): DataSet {
  const ofSupplies = ink.flatMap((supply, at) => {
    const name = supplyName(supply, at);
    return [...rows('error', name, supply.errorDetails), ...rows('warning', name, supply.warningDetails)];
  });
  return { columns, rows: [...rows('error', '', errorDetails), ...ofSupplies] };
}

/** The name of an ink supply, or its number from 1. */
export function supplyName({ supply }: { supply?: string | undefined }, at: number): string {
  return supply ?? String(at + 1);
}

function rows(severity: 'error' | 'warning', supply: string, details: readonly StatusError[] = []): DataSet['rows'] {
  return details.map(({ code, parameters, text }) => [severity, supply, code, JSON.stringify(parameters), text]);
}
