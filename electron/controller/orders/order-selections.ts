import { hasRows, type NewOrder } from '#contract/api-v3/order.ts';
import { printJobSchema, type PrintJob } from '#contract/api-v3/print-job.ts';

/** The selection of one printer for an order. */
export interface OrderSelection {
  printer: string;
  selection: PrintJob;
}

/** How an order is selected. */
export interface OrderSelectionOptions {
  id: string;
  /** Prints that are left; not used for a range of rows, where the rows say what is left. */
  remaining: number;
  /** true: append jobs to the queues; false: replace the queues. */
  isQueued: boolean;
}

/**
 * The selections of an order, one for each of its printers. They share the rows of a range; the prints of a single label are divided evenly,
 * and a printer that would get none has no selection.
 */
export function orderSelections(order: NewOrder, { id, remaining, isQueued }: OrderSelectionOptions): OrderSelection[] {
  const { printers, labelName, tableName, keyColumn, key, firstRow, rowCount, quantity, variables, product, batch } = order;
  const isRange = hasRows(order);
  const rows = isRange ? { tableName, firstRow, rowCount, rowAllocation: 'shared' } : { tableName, keyColumn, key };
  return printers.flatMap((printer, index) => {
    const copies = isRange ? (quantity ?? 1) : shareOf(remaining, { index, count: printers.length });
    if (copies === 0) return [];
    const description = [id, product, batch].filter((part) => part !== '').join(' · ');
    const job = { labelName, ...rows, copies, variables, description, queue: isQueued, ...(!isQueued && { freeze: false }) };
    return [{ printer, selection: printJobSchema.parse(job) }];
  });
}

/** The share of one of several printers: the first ones get the remainder. */
function shareOf(total: number, { index, count }: { index: number; count: number }): number {
  return Math.floor(total / count) + (index < total % count ? 1 : 0);
}
