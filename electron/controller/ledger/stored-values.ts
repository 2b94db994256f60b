import { deviceMessageSchema, type DeviceMessage } from '#contract/api-v3/device-message.ts';
import { parsePrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { printValuesSchema } from '#rendering/dynamic-text/print-values-schema.ts';
import { readPrintValues } from '../stored-content/stored-print-values.ts';

interface PrintWithValues {
  id: number;
  print_values: string;
}

interface BlockedPart {
  label_name: string;
  label_revision: number;
  hash: string;
  document: string;
}

/** The values of a print. Throws `content-unusable`. */
export function storedValues({ id, print_values }: PrintWithValues): PrintValues {
  return readPrintValues(print_values, { title: `record of the print ${id}` });
}

/** What a printer that draws on board got; undefined for a printer of pictures, and when it cannot be read. */
export function storedMessage(text: string | null): DeviceMessage | undefined {
  if (text === null) return undefined;
  const read = tryStored(deviceMessageSchema, text);
  return 'fault' in read ? undefined : read.value;
}

/** The values of a print; undefined when they cannot be read. */
export function tryStoredValues({ print_values }: Pick<PrintWithValues, 'print_values'>): PrintValues | undefined {
  return 'fault' in tryStored(printValuesSchema, print_values) ? undefined : parsePrintValues(print_values);
}

/** The counters of a print; empty when its values cannot be read. */
export function countersOf(print: Pick<PrintWithValues, 'print_values'>): PrintValues['counters'] {
  return tryStoredValues(print)?.counters ?? new Map();
}

/** What blocks of further prints are compared with. Throws `content-unusable`. */
export function toBlockSubject(print: PrintWithValues & BlockedPart) {
  const { label_name: labelName, label_revision: labelRevision, hash, document } = print;
  return { labelName, labelRevision, document: { hash, text: document }, values: storedValues(print) };
}
