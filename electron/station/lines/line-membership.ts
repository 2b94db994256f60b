import { ProblemError } from '#contract/problem.ts';
import type { ControllerLineRef, IncludedLine, Line, LineContent, LinePrinter } from '#contract/station/lines.ts';

/** A controller's line as its controller lists it. */
export interface ReadLine {
  name: string;
  line: { printers: readonly string[] };
}

/** Compares printers, and controllers' lines, by connection and name. */
export function placeKey(place: LinePrinter | ControllerLineRef): string {
  return JSON.stringify([place.connection, 'printer' in place ? place.printer : place.name]);
}

/** The lines with `line` added or in the place of its former self. What it contains leaves the other lines; a controller's line takes its printers along. */
export function withLine(lines: readonly Line[], { id, name, printers, controllerLines }: LineContent & { id: string }): Line[] {
  const before = new Map(lines.flatMap((line) => line.controllerLines).map((included) => [placeKey(included), included]));
  const included = distinct(controllerLines).map((ref): IncludedLine => ({ printers: [], ...before.get(placeKey(ref)), ...ref }));
  refuseIncluded(lines, { id, printers, included });
  const line: Line = { id, name, printers: distinct([...printers, ...included.flatMap(printersOf)]), controllerLines: included };
  const others = lines.map((other) => (other.id === id ? line : without(other, line)));
  return lines.some((other) => other.id === id) ? others : [...others, line];
}

/**
 * The lines after a controller's lines were read: the printers that these gained come into the line that includes them, and those that they lost
 * leave it. Returns the same array if nothing has changed.
 */
export function withReadLines(lines: readonly Line[], connection: string, read: readonly ReadLine[]): readonly Line[] {
  const changes = lines.map((before) => ({ before, after: withReadPrinters(before, connection, read) }));
  if (changes.every(({ before, after }) => after === before)) return lines;
  return changes.map(({ before, after }): Line => {
    const includedBefore = keysOf(includedPrinters(before));
    const included = includedPrinters(after);
    const includedNow = keysOf(included);
    const includedElsewhere = keysOf(changes.flatMap((other) => (other.after === after ? [] : includedPrinters(other.after))));
    // A printer that stays keeps its place in the order.
    const kept = before.printers.filter((printer) => includedNow.has(placeKey(printer)) || !includedBefore.has(placeKey(printer)));
    const printers = distinct([...kept, ...included]).filter((printer) => !includedElsewhere.has(placeKey(printer)));
    return { ...after, printers };
  });
}

/** The line with the printers that its controllers' lines have now. Returns the same line if they have not changed. */
function withReadPrinters(line: Line, connection: string, read: readonly ReadLine[]): Line {
  const found = new Map(read.map(({ name, line: { printers } }) => [name, printers]));
  const controllerLines = line.controllerLines.map((included): IncludedLine => {
    const printers = included.connection === connection ? found.get(included.name) : undefined;
    if (printers === undefined || printers.join('\n') === included.printers.join('\n')) return included;
    return { ...included, printers: [...printers] };
  });
  return controllerLines.every((included, at) => included === line.controllerLines[at]) ? line : { ...line, controllerLines };
}

function includedPrinters({ controllerLines }: Line): LinePrinter[] {
  return controllerLines.flatMap(printersOf);
}

/** The line after a controller's line got another name. */
export function withRenamedLine(line: Line, renamed: ControllerLineRef, to: string): Line {
  const rename = (included: IncludedLine): IncludedLine =>
    placeKey(included) === placeKey(renamed) ? { ...included, name: to } : included;
  return { ...line, controllerLines: line.controllerLines.map(rename) };
}

/** The line after a printer got another name; the printer keeps its place. */
export function withRenamedPrinter(line: Line, { connection, printer }: LinePrinter, to: string): Line {
  const rename = (name: string): string => (name === printer ? to : name);
  return {
    ...line,
    printers: line.printers.map((one) => (one.connection === connection ? { ...one, printer: rename(one.printer) } : one)),
    controllerLines: line.controllerLines.map((one) =>
      one.connection === connection ? { ...one, printers: one.printers.map(rename) } : one,
    ),
  };
}

/** The line without the printers and lines of a connection. */
export function withoutConnection(line: Line, connection: string): Line {
  const isOther = (place: LinePrinter | ControllerLineRef): boolean => place.connection !== connection;
  return { ...line, printers: line.printers.filter(isOther), controllerLines: line.controllerLines.filter(isOther) };
}

function printersOf({ connection, printers }: IncludedLine): LinePrinter[] {
  return printers.map((printer) => ({ connection, printer }));
}

/** A printer goes where its controller's line goes: it cannot be taken out of that by itself. */
function refuseIncluded(
  lines: readonly Line[],
  { id, printers, included }: { id: string; printers: readonly LinePrinter[]; included: readonly IncludedLine[] },
): void {
  const taken = keysOf(included);
  for (const other of lines.filter((line) => line.id !== id)) {
    for (const one of other.controllerLines.filter((ref) => !taken.has(placeKey(ref)))) {
      const held = keysOf(printersOf(one));
      const at = printers.findIndex((printer) => held.has(placeKey(printer)));
      if (at < 0) continue;
      const detail = `"${printers[at]?.printer}" belongs to the controller's line "${one.name}", which is part of the line "${other.name}".`;
      throw new ProblemError('invalid-input', { detail, errors: [{ pointer: `/printers/${at}`, detail }] });
    }
  }
}

function keysOf(places: readonly (LinePrinter | ControllerLineRef)[]): Set<string> {
  return new Set(places.map(placeKey));
}

function distinct<Place extends LinePrinter | ControllerLineRef>(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

function without(line: Line, { printers, controllerLines }: Line): Line {
  const [taken, takenLines] = [keysOf(printers), keysOf(controllerLines)];
  return {
    ...line,
    printers: line.printers.filter((printer) => !taken.has(placeKey(printer))),
    controllerLines: line.controllerLines.filter((included) => !takenLines.has(placeKey(included))),
  };
}
