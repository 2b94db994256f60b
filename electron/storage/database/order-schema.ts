import type { Generated } from 'kysely';
import type { OrderStart } from '#contract/api-v3/order.ts';

/** Tables of orders and of the folders that they come from. */
export interface OrderTables {
  orders: OrdersTable;
  /** The printers of an order, in their order. */
  order_printers: { order_number: number; position: number; printer: string };
  /** The jobs of an order; those of a later start have a higher `start_number`. */
  order_jobs: { job: string; order_number: number; start_number: number };
  /** `config` is JSON. */
  order_folders: { name: string; config: string };
  /** Files of folders that were taken or refused: `key` identifies name and content, `result` is JSON. */
  order_files: {
    number: Generated<number>;
    key: string;
    folder: string;
    file: string;
    state: 'done' | 'refused';
    result: string;
    at: number;
  };
}

export interface OrdersTable {
  /** Grows with every new order: the order of arrival. */
  number: Generated<number>;
  id: string;
  /** The order as JSON, without its printers and its way to start. */
  document: string;
  start: OrderStart;
  /** The state of a started order follows from its jobs until it is done. */
  state: 'open' | 'started' | 'done' | 'cancelled' | 'refused';
  /** Prints that were asked for. */
  asked: number;
  reason: Generated<string | null>;
  folder: Generated<string | null>;
  file: Generated<string | null>;
  /** Who started it; empty for an automatic start. */
  operator: Generated<string | null>;
  created: number;
  started: Generated<number | null>;
  ended: Generated<number | null>;
}
