import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { Events } from './events/events.ts';
import { OrderFolders } from './orders/folders/order-folders.ts';
import { OrderFollower } from './orders/order-follower.ts';
import type { Orders } from './orders/orders.ts';
import { OrderStarts } from './orders/order-starts.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { Printing } from './printing/printing.ts';
import type { JobQueues } from './queue/job-queues.ts';
import type { PrinterRuntimes } from './runtime/printer-runtimes.ts';
import type { SelectionResolver } from './selection/selection-resolver.ts';
import type { Settings } from './settings/settings.ts';

interface OrdersDeps {
  db: ControllerDatabase;
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  events: Events;
  orders: Orders;
  runtimes: PrinterRuntimes;
  jobs: JobQueues;
  printing: Printing;
  selectionResolver: SelectionResolver;
  settings: Settings;
  dataFolder: string;
  timers: Timers;
  now: () => number;
  monotonicNow: () => number;
  isSafeMode: boolean;
  log: Log;
}

/** Composes the orders with the selections that they become and the folders that they come from. */
export function composeOrders(deps: OrdersDeps) {
  const { orders, printing, settings } = deps;
  const orderStarts = new OrderStarts({ ...deps, jobSelection: printing.jobSelection });
  const orderFollower = new OrderFollower({ ...deps, starts: orderStarts });
  const controllerId = () => settings.controllerId();
  const orderFolders = new OrderFolders({ ...deps, starts: orderStarts, controllerId });
  return { orders, orderStarts, orderFollower, orderFolders };
}
