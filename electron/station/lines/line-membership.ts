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

/** The lines after a controller's lines were read: what its lines gained belongs to the line that includes them, and what they lost leaves it. */
export function withReadLines(lines: readonly Line[], connection: string, read: readonly ReadLine[]): readonly Line[] {
  const found = new Map(read.map(({ name, line }) => [name, line.printers]));
  const next = (included: IncludedLine): IncludedLine => {
    const printers = included.connection === connection ? found.get(included.name) : undefined;
    return printers && printers.join('\n') !== included.printers.join('\n') ? { ...included, printers: [...printers] } : included;
  };
  const isSame = lines.every(({ controllerLines }) => controllerLines.every((included) => next(included) === included));
  if (isSame) return lines;
  const updated = lines.map((line): Line => {
    const controllerLines = line.controllerLines.map(next);
    const lost = keysOf(line.controllerLines.flatMap(printersOf));
    return { ...line, printers: line.printers.filter((printer) => !lost.has(placeKey(printer))), controllerLines };
  });
  return updated.map((line, at) => {
    const own = line.controllerLines.flatMap(printersOf);
    const included = keysOf(own);
    const elsewhere = keysOf(updated.filter((other) => other !== line).flatMap((other) => other.controllerLines.flatMap(printersOf)));
    // A printer that stays keeps its place in the order.
    const kept = lines[at]?.printers.filter((printer) => included.has(placeKey(printer)) || line.printers.includes(printer)) ?? [];
    return { ...line, printers: distinct([...kept, ...own]).filter((printer) => !elsewhere.has(placeKey(printer))) };
  });
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
