import { useWindowSize } from '@vueuse/core';
import { computed } from 'vue';
import * as z from 'zod/mini';
import type { LinePrinter } from '#contract/station/lines.ts';
import { usePersistentRef } from '../../composables/use-persistent-ref.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { printerKey } from '../../stores/fleet/printer-key.ts';
import { useStandingsStore } from '../../stores/fleet/standings.ts';
import { useLinkStore } from '../../stores/link-state.ts';
import { boardSections, limitSections, passing, type LimitedSection } from './board-sections.ts';
import { COMPACT, SMALLEST_NORMAL, tileSize, type Crowd, type TileSize } from './tile-density.ts';
import type { TileGroup } from './tile-groups.ts';
import { useGradualFilter } from './use-gradual-filter.ts';
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
  const everything = computed(() => boardSections({ groups: groups(), standingOf, canBeRow }));
  const wanted = computed((): LimitedSection[] => limitSections(everything.value, passes()));
  const sections = useSteady(
    () => wanted.value,
    () => isAtWork() || link.lostSince !== undefined,
    passes,
  );
  const shown = computed(() => sections.value.filter(({ isHidden }) => !isHidden));
  const allHidden = computed(() => new Set(sections.value.flatMap((section) => [...section.hidden])));
  const hidden = useGradualFilter(() => allHidden.value);

  const hasHeadings = computed(() => groups().length > 1 || groups().some(({ connection }) => !connection));
  function sizeOf(crowd: Crowd['sections']): TileSize {
    const area = { width: width.value, height: height.value, top: top() };
    const fitting = tileSize({ sections: crowd, hasHeadings: hasHeadings.value }, area);
    const wantsCompact = chosenCompact.value ?? fitting.density === 'compact';
    if (wantsCompact === (fitting.density === 'compact')) return fitting;
    return wantsCompact ? COMPACT : SMALLEST_NORMAL;
  }
  const isLine = ({ title, connection }: LimitedSection): boolean => title !== undefined && connection === undefined;
  const size = computed(() =>
    sizeOf(
      shown.value.map((section) => ({
        ...{ tiles: passing(section.tiles, section).length, rows: passing(section.rows, section).length },
        isLine: isLine(section),
      })),
    ),
  );
  /** Hidden tiles have the density of the board without a filter, so that they do not change when it is removed. */
  const hiddenDensity = computed(() => {
    return sizeOf(sections.value.map((section) => ({ tiles: section.tiles.length, rows: section.rows.length, isLine: isLine(section) })))
      .density;
  });
  const isCompact = computed({
    get: () => size.value.density === 'compact',
    set: (isChosen) => (chosenCompact.value = isChosen),
  });

  return { sections, shown, hidden, hasHeadings, isCompact, size, hiddenDensity };
}
