import type { Connection } from '#contract/station/connections.ts';
import type { Line, LinePrinter } from '#contract/station/lines.ts';

/** Tiles that stand together: those of a line, or those of a connection that are in no line. */
export interface TileGroup {
  key: string;
  title: string;
  /** Absent for a line. */
  connection?: Connection;
  tiles: readonly LinePrinter[];
}

export interface TileGroupsInput {
  /** In the order that people gave them. */
  lines: readonly Line[];
  connections: readonly Connection[];
  /** Every printer that is known, in the order of their names. */
  printers: readonly LinePrinter[];
}

export function printerKey({ connection, printer }: LinePrinter): string {
  return JSON.stringify([connection, printer]);
}

/**
 * What stands where on the monitor. A printer keeps its place in its line whether its controller answers or not; those of a controller that
 * is switched off, or that the station does not know, have none. A connection has a group for what is in no line, or when it has something to say.
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
