import { computed } from 'vue';
import type { OrderDetail, PrintOrder, PrintOrderState } from '#contract/api-v3/order.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useThrottled } from '../../composables/use-throttled.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useLoad } from '../../stores/use-load.ts';
import type { StatusTone } from '../../ui/status-tone.ts';

const READ_EVERY = 2_000;

/** States of orders that are not over. */
export const ACTIVE_STATES: PrintOrderState[] = ['open', 'queued', 'running', 'interrupted'];

const TURNS: PrintOrderState[] = ['running', 'interrupted', 'queued', 'open'];

/** Orders that are listed newest first, in the order in which they are printed. */
export function inTurn(orders: readonly PrintOrder[]): PrintOrder[] {
  return orders.toReversed().sort((a, b) => TURNS.indexOf(a.state) - TURNS.indexOf(b.state));
}

/** How the state of an order is shown: only what a person has to look at has a colour. */
export const ORDER_TONES: Record<PrintOrderState, StatusTone> = {
  ...{ open: 'outline', queued: 'wait', running: 'go', interrupted: 'caution', done: 'go', cancelled: 'stale', refused: 'caution' },
};

/** Which orders of a controller to read. */
export interface OrdersWanted {
  connection: string;
  /** All when undefined. */
  states: PrintOrderState[] | undefined;
  limit: number;
}

/** Orders of a controller, newest first, which are read again every two seconds: their counts grow by themselves. */
export function useOrders(wanted: () => OrdersWanted) {
  const client = useStationClient();
  const { beat } = useBeat();
  const { value, problem, reload } = useLoad(
    (signal) => {
      const { states, ...rest } = wanted();
      return client.orders.list({ ...rest, ...(states && { states }) }, signal);
    },
    [beat, () => JSON.stringify(wanted())],
  );
  return {
    orders: computed((): readonly PrintOrder[] | undefined => value.value?.orders),
    hasMore: computed(() => typeof value.value?.next === 'number'),
    problem,
    reload,
  };
}

/** One order with its jobs; nothing is read without an id. */
export function useOrder(connection: () => string, id: () => string | undefined) {
  const client = useStationClient();
  const { beat } = useBeat();
  const { value, problem, reload } = useLoad(
    (signal) => {
      const order = id();
      return order === undefined ? undefined : client.orders.get({ connection: connection(), id: order }, signal);
    },
    [beat, connection, id],
  );
  return { order: computed((): OrderDetail | undefined => value.value), problem, reload };
}

function useBeat() {
  const clock = useClockStore();
  return { beat: useThrottled(() => clock.now, READ_EVERY) };
}
