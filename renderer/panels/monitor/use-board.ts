import { useWindowSize } from '@vueuse/core';
import { computed } from 'vue';
import * as z from 'zod/mini';
import type { LinePrinter } from '#contract/station/lines.ts';
import { usePersistentRef } from '../../composables/use-persistent-ref.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { printerKey } from '../../stores/fleet/printer-key.ts';
import { useStandingsStore } from '../../stores/fleet/standings.ts';
import { useLinkStore } from '../../stores/link-state.ts';
import { boardSections, type BoardSection } from './board-sections.ts';
import { COMPACT, SMALLEST_NORMAL, tileSize } from './tile-density.ts';
import type { TileGroup } from './tile-groups.ts';
import { useSteady } from './use-steady.ts';

/** With more printers than this, those without a job are rows, and the monitor can be searched. */
export const FEW = 6;
/** With this many printers without a job and no others, they are rows too. */
const CROWD = 12;

interface BoardState {
  groups: () => readonly TileGroup[];
  /** What the board is limited to; undefined = everything. */
  passes: () => ((tile: LinePrinter) => boolean) | undefined;
  isAtWork: () => boolean;
  /** The height of what is above the board. */
  top: () => number;
}

/** The sections of the board in an order that stays while a person works on it, and the size of their tiles. */
export function useBoard({ groups, passes, isAtWork, top }: BoardState) {
  const connections = useConnectionsStore();
  const standings = useStandingsStore();
  const link = useLinkStore();
  const { width, height } = useWindowSize();
  /** Null until a person chooses: then the tiles are compact if no larger ones fit. */
  const chosenCompact = usePersistentRef('strobe.monitor.compact', z.nullable(z.boolean()), null);

  const standingOf = (tile: LinePrinter) => standings.byPrinter.get(printerKey(tile));
  const hasRows = computed(() => {
    const { ready, stopped } = standings.counts;
    const all = standings.byPrinter.size;
    return all > FEW && (ready + stopped < all || all > CROWD);
  });
  const canBeRow = ({ connection }: LinePrinter): boolean =>
    hasRows.value && connections.findConnection(connection)?.hasExtensions === true;
  const wanted = computed((): BoardSection[] => boardSections({ groups: groups(), standingOf, canBeRow, passes: passes() }));
  const sections = useSteady(
    () => wanted.value,
    () => isAtWork() || link.lostSince !== undefined,
  );

  const hasHeadings = computed(() => groups().length > 1 || groups().some(({ connection }) => !connection));
  const fitting = computed(() => {
    const crowd = sections.value.map(({ tiles, rows, title, connection }) => ({
      ...{ tiles: tiles.length, rows: rows.length },
      isLine: title !== undefined && connection === undefined,
    }));
    return tileSize({ sections: crowd, hasHeadings: hasHeadings.value }, { width: width.value, height: height.value, top: top() });
  });
  const isCompact = computed({
    get: () => chosenCompact.value ?? fitting.value.density === 'compact',
    set: (isChosen) => (chosenCompact.value = isChosen),
  });
  const size = computed(() => {
    const isFitting = isCompact.value === (fitting.value.density === 'compact');
    if (isFitting) return fitting.value;
    return isCompact.value ? COMPACT : SMALLEST_NORMAL;
  });

  return { sections, hasHeadings, isCompact, size };
}
