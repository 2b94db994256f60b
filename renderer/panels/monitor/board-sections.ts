import type { Connection } from '#contract/station/connections.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { printerKey } from '../../stores/fleet/printer-key.ts';
import { isInAlarm, STANDINGS, type Standing } from '../../stores/fleet/printer-standing.ts';
import type { TileGroup } from './tile-groups.ts';

/** A part of the monitor's board: printers that need a person, or the other ones of a line or controller. */
export interface BoardSection {
  key: string;
  /** Undefined for the printers in alarm. */
  title: string | undefined;
  /** Undefined for a line and for the printers in alarm. */
  connection?: Connection | undefined;
  /** All printers of the line or controller, also those that are in alarm. */
  printers: readonly LinePrinter[];
  tiles: readonly LinePrinter[];
  /** Printers without a job, which need one line each. */
  rows: readonly LinePrinter[];
}

/** A section limited by a filter. What does not pass is hidden and not removed, because creating hundreds of tiles again takes longer than a frame. */
export interface LimitedSection extends BoardSection {
  /** The keys of the tiles and rows that do not pass the filter, in their order. */
  hidden: ReadonlySet<string>;
  /** Nothing of the section passes. */
  isHidden: boolean;
}

export interface BoardInput {
  groups: readonly TileGroup[];
  standingOf: (tile: LinePrinter) => Standing | undefined;
  /** Whether a printer is shown as a row while it has no job. */
  canBeRow: (tile: LinePrinter) => boolean;
}

const ALARMS = 'alarms';

interface Ranked {
  tile: LinePrinter;
  standing: Standing;
}

/**
 * The sections of the board. Printers in alarm come before all others; within a section the printers are in order of urgency, and those of the same
 * standing in the order of their group.
 */
export function boardSections({ groups, standingOf, canBeRow }: BoardInput): BoardSection[] {
  const byUrgency = (a: Ranked, b: Ranked): number => STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing);
  const ranked = groups.map(({ key, title, connection, tiles }) => {
    const shown = tiles.map((tile): Ranked => ({ tile, standing: standingOf(tile) ?? 'lost' }));
    return { key, title, connection, printers: tiles, shown: shown.sort(byUrgency) };
  });
  const isOne = groups.length === 1;
  const inAlarm = isOne ? [] : ranked.flatMap(({ shown }) => shown.filter(({ standing }) => isInAlarm(standing)));
  const alarms = inAlarm.sort(byUrgency).map(({ tile }) => tile);
  const sections = ranked.flatMap(({ key, title, connection, printers, shown }): BoardSection[] => {
    const own = isOne ? shown : shown.filter(({ standing }) => !isInAlarm(standing));
    const isRow = ({ tile, standing }: Ranked): boolean => (standing === 'ready' || standing === 'stopped') && canBeRow(tile);
    const hasMessage = connection !== undefined && (shown.length === 0 || connection.state !== 'online');
    if (own.length === 0 && !hasMessage) return [];
    const tiles = own.filter((each) => !isRow(each)).map(({ tile }) => tile);
    return [{ key, title, connection, printers, tiles, rows: own.filter(isRow).map(({ tile }) => tile) }];
  });
  return alarms.length > 0 ? [{ key: ALARMS, title: undefined, printers: alarms, tiles: alarms, rows: [] }, ...sections] : sections;
}

/** The sections with what a filter hides; undefined = no filter. A section without printers, which only has a message, does not pass a filter. */
export function limitSections(sections: readonly BoardSection[], passes: ((tile: LinePrinter) => boolean) | undefined): LimitedSection[] {
  return sections.map((section) => {
    const all = [...section.tiles, ...section.rows];
    const hidden = new Set(passes ? all.filter((tile) => !passes(tile)).map(printerKey) : []);
    return { ...section, hidden, isHidden: passes !== undefined && hidden.size === all.length };
  });
}

/** The tiles or rows of a section that pass the filter. */
export function passing(places: readonly LinePrinter[], { hidden }: LimitedSection): readonly LinePrinter[] {
  return hidden.size === 0 ? places : places.filter((tile) => !hidden.has(printerKey(tile)));
}
