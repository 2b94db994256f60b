import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { Events } from './events/events.ts';
import { OrderFollower } from './orders/order-follower.ts';
import { Orders } from './orders/orders.ts';
import { OrderStarts } from './orders/order-starts.ts';
import type { Log } from './platform/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printing } from './printing/printing.ts';
import type { JobQueues } from './queue/job-queues.ts';
import type { PrinterRuntimes } from './runtime/printer-runtimes.ts';
import type { SelectionResolver } from './selection/selection-resolver.ts';

interface OrdersDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  events: Events;
  runtimes: PrinterRuntimes;
  jobs: JobQueues;
  printing: Printing;
  selectionResolver: SelectionResolver;
  timers: Timers;
  now: () => number;
  monotonicNow: () => number;
  isSafeMode: boolean;
  log: Log;
}

/** Composes the orders with the selections that they become. */
export function composeOrders(deps: OrdersDeps) {
  const { events, printing } = deps;
  const orders = new Orders({ ...deps, publish: events.publish });
  const orderStarts = new OrderStarts({ ...deps, orders, jobSelection: printing.jobSelection });
  const orderFollower = new OrderFollower({ ...deps, orders, starts: orderStarts });
  return { orders, orderStarts, orderFollower };
}
