import { parsePrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { printValuesSchema, readPrintValues } from '../stored-content/stored-print-values.ts';

interface KeptPrint {
  id: number;
  print_values: string;
}

/** The values of a print. Throws `content-unusable`. */
export function storedValues({ id, print_values }: KeptPrint): PrintValues {
  return readPrintValues(print_values, { title: `record of the print ${id}` });
}

/** The same; undefined where they cannot be read. */
export function tryStoredValues({ print_values }: Pick<KeptPrint, 'print_values'>): PrintValues | undefined {
  return 'fault' in tryStored(printValuesSchema, print_values) ? undefined : parsePrintValues(print_values);
}

/** The counters of a print; none where its values cannot be read. */
export function countersOf(print: Pick<KeptPrint, 'print_values'>): PrintValues['counters'] {
  return tryStoredValues(print)?.counters ?? new Map();
}
