import { extname } from 'node:path';
import { CsvRows } from '#contract/csv/csv-rows.ts';
import { sniffDelimiter } from '#contract/csv/sniff-delimiter.ts';
import { UnreadableError, type SourceRow, type UnreadableKind } from '#contract/csv/source-row.ts';
import { dictionary } from '#contract/api-v3/name.ts';
import { newOrderSchema, orderIdSchema, type NewOrder } from '#contract/api-v3/order.ts';
import type { OrderDefaults, OrderFileError } from '#contract/api-v3/order-folder.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { readJsonText } from '#http/json/json-text.ts';

/** An order of a file. */
export interface FileOrder {
  id: string;
  order: NewOrder;
  /** Where it is in the file. */
  place: Pick<OrderFileError, 'line' | 'order'>;
}

/** The file is refused. The message is a sentence. */
export class OrderFileRefusal extends Error {
  readonly errors: readonly OrderFileError[];

  constructor(message: string, errors: readonly OrderFileError[] = [], options?: ErrorOptions) {
    super(message, options);
    this.errors = errors;
  }
}

/** The largest size of a file, in bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** The most orders of one file. */
const MAX_ORDERS = 1_000;
/** Errors that a result lists at most. */
const MAX_ERRORS = 100;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the orders of a file: a JSON object or array of objects as in `PUT /orders/{id}` with an `id`, or CSV with a header. An order
 * without an id has the name of its file. Throws an `OrderFileRefusal` that lists the faults of all orders.
 */
export function readOrderFile(file: string, bytes: Uint8Array, defaults: OrderDefaults): FileOrder[] {
  const extension = extname(file);
  const stem = file.slice(0, file.length - extension.length);
  const isCsv = extension.toLowerCase() === '.csv';
  if (!isCsv && extension.toLowerCase() !== '.json') throw new OrderFileRefusal('Only .json and .csv files can have orders.');
  if (bytes.length === 0) throw new OrderFileRefusal('The file is empty.');
  const text = decode(bytes);
  const sources = isCsv ? csvSources(text) : jsonSources(text);
  if (sources.length === 0) throw new OrderFileRefusal('The file has no order.');
  if (sources.length > MAX_ORDERS) throw new OrderFileRefusal(`A file may have at most ${MAX_ORDERS} orders.`);
  return checked(sources, (position) => (sources.length === 1 ? stem : `${stem}-${position}`), defaults);
}

/** An order as its file has it. */
interface Source {
  place: FileOrder['place'];
  value: unknown;
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new OrderFileRefusal('The file is not UTF-8.', [], { cause: error });
  }
}

function jsonSources(text: string): Source[] {
  try {
    return [readJsonText(text)].flat().map((value, index) => ({ place: { order: index + 1 }, value }));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new OrderFileRefusal(`The file is not valid JSON: ${error.message}`, [], { cause: error });
  }
}

function csvSources(text: string): Source[] {
  const [header, ...rows] = csvRows(text);
  if (!header) return [];
  const columns = header.cells.map((cell) => columnOf(cell.trim()));
  const unknown = header.cells.filter((_, index) => columns[index] === undefined);
  if (unknown.length > 0) throw new OrderFileRefusal(`Unknown columns: ${unknown.map((cell) => JSON.stringify(cell)).join(', ')}.`);
  const names = header.cells.map((cell) => cell.trim().toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new OrderFileRefusal(`The column ${JSON.stringify(twice)} exists more than once.`);
  return rows.map(({ line, cells }, index) => {
    const place = { line, order: index + 1 };
    if (cells.length > columns.length)
      throw new OrderFileRefusal(`Line ${line} has more cells than the header.`, [{ ...place, detail: 'has too many cells' }]);
    return { place, value: orderOf(cells, columns as Column[]) };
  });
}

function csvRows(text: string): SourceRow[] {
  try {
    return new CsvRows(sniffDelimiter(text)).take(text, true);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const detail = CSV_FAULTS[error.kind] ?? 'cannot be read';
    throw new OrderFileRefusal(`Line ${error.line} of the file ${detail}.`, [{ line: error.line, detail }], { cause: error });
  }
}

const CSV_FAULTS: Partial<Record<UnreadableKind, string>> = {
  quoteStray: 'has a quotation mark within a cell that is not quoted',
  quoteInside: 'has text after the closing quotation mark of a cell',
  quoteOpen: 'starts a quoted cell that is never closed',
  endless: 'is too long',
};

/** A column of a CSV file: a field of the order, or a variable. */
type Column = { field: string } | { variable: string };

/** Fields of an order by their lower-case name. */
const FIELDS = new Map(['id', ...Object.keys(newOrderSchema.shape)].map((field) => [field.toLowerCase(), field]));
const NUMBERS: readonly string[] = ['quantity', 'firstRow', 'rowCount'];
const VARIABLE = /^variables\.(.+)$/is;

function columnOf(header: string): Column | undefined {
  const variable = VARIABLE.exec(header)?.[1];
  if (variable !== undefined) return { variable };
  const field = FIELDS.get(header.toLowerCase());
  return field === undefined || field === 'variables' ? undefined : { field };
}

/** An empty cell is a field that the order does not have. */
function orderOf(cells: readonly string[], columns: readonly Column[]): object {
  const fields: [string, unknown][] = [];
  const variables: [string, string][] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    if ('variable' in column) variables.push([column.variable, cell]);
    else fields.push([column.field, valueOf(column.field, cell)]);
  }
  return dictionary([...fields, ...(variables.length > 0 ? [['variables', dictionary(variables)] as const] : [])]);
}

function valueOf(field: string, cell: string): unknown {
  if (field === 'printers') return cell.split(/[|;]/).map((printer) => printer.trim());
  return NUMBERS.includes(field) && /^\d{1,15}$/.test(cell.trim()) ? Number(cell) : cell;
}

function checked(sources: readonly Source[], idOf: (position: number) => string, defaults: OrderDefaults): FileOrder[] {
  const errors: OrderFileError[] = [];
  const orders: FileOrder[] = [];
  const ids = new Set<string>();
  for (const [index, { place, value }] of sources.entries()) {
    try {
      const { id, order } = readOrder(value, idOf(index + 1), defaults);
      if (ids.has(id)) errors.push({ ...place, pointer: '/id', detail: `the file has more than one order "${id}"` });
      ids.add(id);
      orders.push({ id, order, place });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      errors.push(...errorsOf(error, place));
    }
  }
  if (errors.length > 0) throw refusalOf(errors);
  return orders;
}

function readOrder(value: unknown, defaultId: string, defaults: OrderDefaults): { id: string; order: NewOrder } {
  if (typeof value !== 'object' || value === null) throw new ProblemError('invalid-input', { detail: 'is no order' });
  const { id = defaultId, ...fields } = value as Record<string, unknown>;
  const order = parseInput(newOrderSchema, { ...defaults, ...fields });
  const variables = Object.entries(order.variables).map(([name, text]) => [name.normalize('NFC'), text] as const);
  return { id: parseInput(orderIdSchema, id, '/id'), order: { ...order, variables: dictionary(variables) } };
}

/** The errors of an order that was refused. */
export function errorsOf({ message, context }: ProblemError, place: FileOrder['place']): OrderFileError[] {
  const errors = context.errors ?? [];
  if (errors.length === 0) return [{ ...place, detail: message }];
  return errors.map(({ pointer, detail }) => ({ ...place, ...(pointer !== '' && { pointer }), detail }));
}

/** The refusal of a file with faults in its orders. */
export function refusalOf(errors: readonly OrderFileError[]): OrderFileRefusal {
  const [first] = errors;
  const { line, order, pointer, detail } = first ?? { detail: '' };
  const where = [line === undefined ? `Order ${order}` : `Line ${line}`, ...(pointer === undefined ? [] : [pointer])].join(', ');
  const more = errors.length > 1 ? ` ${errors.length - 1} more faults are in "errors".` : '';
  return new OrderFileRefusal(
    `No order of the file was taken. ${where}: ${detail.replace(/\.$/, '')}.${more}`,
    errors.slice(0, MAX_ERRORS),
  );
}
