import { dirname } from 'node:path/posix';

/** An importing file and the file that it imports, as paths relative to the repository. */
export type Import = readonly [from: string, to: string];

/** One step of a cycle: `file` in `folder` imports a file of the next folder. */
export interface CycleStep {
  folder: string;
  file: string;
  imports: string;
}

type Graph = Map<string, Map<string, Import>>;

/**
 * Finds the shortest import cycle through each folder, and returns each cycle once. A folder node contains only the files directly in it, so a
 * parent and its child can form a cycle; `folder/**` contains all files below it, so siblings can form one through any of their files.
 */
export function folderCycles(imports: readonly Import[]): CycleStep[][] {
  const graph = folderGraph(imports);
  const cycles = new Map<string, CycleStep[]>();
  for (const folder of [...graph.keys()].sort()) {
    const cycle = shortestCycle(graph, folder);
    const key = cycle
      ?.map((step) => step.folder)
      .sort()
      .join();
    if (cycle && key !== undefined && !cycles.has(key)) cycles.set(key, cycle);
  }
  return [...cycles.values()];
}

function folderGraph(imports: readonly Import[]): Graph {
  const graph: Graph = new Map();
  const add = (from: string, to: string, by: Import): void => {
    const edges = graph.get(from) ?? new Map<string, Import>();
    graph.set(from, edges);
    if (!edges.has(to)) edges.set(to, by);
  };
  for (const by of imports) {
    const [from, to] = [dirname(by[0]), dirname(by[1])];
    if (from === to) continue;
    add(from, to, by);
    const [one, other] = divergingFolders(from, to);
    if (one !== undefined && other !== undefined) add(`${one}/**`, `${other}/**`, by);
  }
  return graph;
}

/** The two sibling folders at which the paths diverge; undefined for a folder that contains the other. */
function divergingFolders(from: string, to: string): [string | undefined, string | undefined] {
  const [one, other] = [from.split('/'), to.split('/')];
  const fork = one.findIndex((name, index) => name !== other[index]);
  const branch = (names: string[]): string | undefined =>
    fork >= 0 && fork < names.length ? names.slice(0, fork + 1).join('/') : undefined;
  return [branch(one), branch(other)];
}

function shortestCycle(graph: Graph, start: string): CycleStep[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const folder of queue) {
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (next === start) return steps(graph, [...pathTo(cameFrom, folder), start]);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, folder);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(cameFrom: ReadonlyMap<string, string>, end: string): string[] {
  const before = cameFrom.get(end);
  return before === undefined ? [end] : [...pathTo(cameFrom, before), end];
}

function steps(graph: Graph, path: readonly string[]): CycleStep[] {
  return path.slice(0, -1).map((folder, index) => {
    const [file, imports] = graph.get(folder)?.get(path[index + 1] ?? '') ?? ['', ''];
    return { folder, file, imports };
  });
}
