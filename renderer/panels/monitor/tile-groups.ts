import type { Connection } from '#contract/station/connections.ts';
import type { Line, LinePrinter } from '#contract/station/lines.ts';
import { printerKey } from '../../stores/fleet/printer-key.ts';

/** Tiles shown together: those of a line, or those of a connection that belong to no line. */
export interface TileGroup {
  key: string;
  title: string;
  /** Undefined for a line. */
  connection?: Connection;
  tiles: readonly LinePrinter[];
}

export interface TileGroupsInput {
  /** In the order set by the operator. */
  lines: readonly Line[];
  connections: readonly Connection[];
  /** All known printers in order of name. */
  printers: readonly LinePrinter[];
}

/**
 * The groups of the monitor. A printer keeps its place in its line while its controller is unreachable; printers of a controller that is
 * switched off or unknown are left out. A connection has a group for its printers without a line, or if it has a message.
 */
export function tileGroups({ lines, connections, printers }: TileGroupsInput): TileGroup[] {
  const shown = connections.filter(({ state }) => state !== 'off');
  const isShown = ({ connection }: LinePrinter): boolean => shown.some(({ id }) => id === connection);
  const inLine = new Set(lines.flatMap((line) => line.printers).map(printerKey));
  const ofLines = lines.map((line): TileGroup => ({ key: `line ${line.id}`, title: line.name, tiles: line.printers.filter(isShown) }));
  const ofConnections = shown.map((connection) => {
    const own = printers.filter((printer) => printer.connection === connection.id);
    const tiles = own.filter((printer) => !inLine.has(printerKey(printer)));
    const isWorthShowing = tiles.length > 0 || own.length === 0 || connection.state !== 'online';
    return isWorthShowing ? [{ key: `connection ${connection.id}`, title: connection.name, connection, tiles }] : [];
  });
  return [...ofLines.filter(({ tiles }) => tiles.length > 0), ...ofConnections.flat()];
}

/** The names that printers of several controllers have. */
export function sharedNames(printers: readonly LinePrinter[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(printers.map(({ printer }) => printer).filter((name) => seen.has(name) || !seen.add(name)));
}
