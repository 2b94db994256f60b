import type { PlantController, ReportedPrinter } from '#contract/plant/plant-controller.ts';
import { compareNames } from '../../domain/formats/compare-names.ts';
import { printerLook, STANDINGS, type Standing } from './printer-standing.ts';

/** What the page shows of all lines. */
export interface BoardFilter {
  /** Words, each of which is part of a name; empty for all. */
  text: string;
  standing: Standing | '';
}

/** A controller with its printers that match the filter. */
export interface BoardController {
  controller: PlantController;
  printers: readonly ReportedPrinter[];
}

export interface BoardLine {
  /** Empty for controllers that name no line. */
  name: string;
  controllers: BoardController[];
}

export interface BoardSite {
  /** Empty for controllers that name no site. */
  name: string;
  lines: BoardLine[];
}

/** How many printers each standing has, whatever the filter. */
export function countStandings(controllers: readonly PlantController[]): Record<Standing, number> {
  const counts = Object.fromEntries(STANDINGS.map((standing) => [standing, 0])) as Record<Standing, number>;
  for (const { isConnected, report } of controllers) {
    for (const printer of report?.printers ?? []) counts[printerLook(printer, isConnected).standing] += 1;
  }
  return counts;
}

/**
 * The controllers by site and line, in the order of their names, those without a site or line last. A filter leaves out the printers that do not match,
 * and the controllers without a printer that does; a controller that has reported no printer is shown if its own names match.
 */
export function boardSites(controllers: readonly PlantController[], filter: BoardFilter): BoardSite[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const sites = new Map<string, Map<string, BoardController[]>>();
  for (const controller of controllers) {
    const shown = matching(controller, words, filter.standing);
    if (!shown) continue;
    const { site = '', line = '' } = controller.report ?? {};
    const lines = sites.get(site) ?? new Map<string, BoardController[]>();
    sites.set(site, lines.set(line, [...(lines.get(line) ?? []), shown]));
  }
  return inOrder(sites).map(([name, lines]) => ({
    name,
    lines: inOrder(lines).map(([line, shown]) => ({ name: line, controllers: shown.sort(byName) })),
  }));
}

function matching(controller: PlantController, words: readonly string[], standing: Standing | ''): BoardController | undefined {
  const { isConnected, report } = controller;
  const all = report?.printers ?? [];
  const names = namesOf(controller);
  const printers = all
    .filter((printer) => standing === '' || printerLook(printer, isConnected).standing === standing)
    .filter((printer) => hasWords([...names, printer.name, printer.label], words));
  if (printers.length > 0) return { controller, printers };
  const isOfStanding = standing === '' || (standing === 'disconnected' && !isConnected);
  return all.length === 0 && isOfStanding && hasWords(names, words) ? { controller, printers } : undefined;
}

function namesOf({ id, report }: PlantController): string[] {
  return report ? [id, report.name, report.site, report.line, ...report.tags] : [id];
}

function hasWords(names: readonly (string | undefined)[], words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = names
    .filter((name) => name !== undefined)
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function inOrder<Value>(groups: ReadonlyMap<string, Value>): [string, Value][] {
  return [...groups].sort(([one], [other]) => Number(one === '') - Number(other === '') || compareNames(one, other));
}

function byName({ controller: one }: BoardController, { controller: other }: BoardController): number {
  return compareNames(controllerName(one), controllerName(other)) || compareNames(one.id, other.id);
}

/** The name of a controller: its id until it has reported one. */
export function controllerName({ id, report }: PlantController): string {
  return report?.name ?? id;
}
