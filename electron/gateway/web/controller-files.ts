import { ProblemError } from '#contract/problem.ts';
import type { UploadOperation } from '#contract/station/event-log.ts';
import { BACKUP_MEDIA_TYPE, backupNameSchema } from '#contract/api-v3/backup.ts';
import { PRINT_EXPORT_CONDITIONS } from '#contract/station/urls.ts';

/** A file of a controller that the page may fetch by URL. */
export interface ControllerFile {
  connection: string;
  /** Path and query at the controller. */
  path: string;
  type: 'image/png' | 'text/csv' | 'font/sfnt' | 'application/zip' | typeof BACKUP_MEDIA_TYPE;
  /** What a PUT is called in the event log; undefined if the file can only be read. */
  upload: { operation: UploadOperation; name: string } | undefined;
  /** What a GET is called in the event log, if it needs a permission. */
  download?: { operation: UploadOperation; name: string };
  /** A PUT fails when the file exists already. */
  isNew?: boolean;
  /** Name of a download. */
  fileName: string | undefined;
}

/** Pictures without parameters other than the item's name: resource, picture, number of path segments. */
const PICTURES: ReadonlySet<string> = new Set(['printers/nextPrint/3', 'labelAcceptance/difference/3']);
const SIMULATION_QUERY = ['tableName', 'keyColumn', 'key', 'printer', 'lenient'];

/**
 * Parses an address of `contract/station/urls.ts`; undefined for any other. Names are decoded and encoded again, so that no address leads to another
 * path of the controller. Throws `invalid-input` for invalid percent-encoding.
 */
export function findControllerFile(url: string): ControllerFile | undefined {
  const [path = '', query = ''] = url.split('?', 2);
  const match = /^\/controllers\/([^/]+)\/api\/v3\/(.+)$/.exec(path);
  const [, connection, rest] = match ?? [];
  if (connection === undefined || rest === undefined) return undefined;
  const found = fileAt(rest.split('/').map(decoded), query);
  return found && { connection: decoded(connection), upload: undefined, fileName: undefined, ...found };
}

type Found = Pick<ControllerFile, 'path' | 'type'> & Partial<ControllerFile>;

function fileAt(steps: string[], query: string): Found | undefined {
  const [noun, name = '', verb] = steps;
  const kind = `${noun}/${verb ?? ''}/${steps.length}`;
  if (name === '') return undefined;
  const segment = encoded(name);
  if (kind === 'tables//2') return tableFile(name, query);
  if (PICTURES.has(kind)) return { path: `/api/v3/${noun}/${segment}/${verb}`, type: 'image/png' };
  if (kind === 'labels/simulation/3') return { path: `/api/v3/labels/${segment}/simulation${simulationQuery(query)}`, type: 'image/png' };
  if (kind === 'backups//2') return backupFile(name);
  if (noun === 'fonts') return fontFile(steps.slice(1));
  if (kind === 'labels/versions/5') return versionFile(segment, steps.slice(3), query);
  if (kind === 'preflights/findings/3')
    return { path: `/api/v3/preflights/${segment}/findings`, type: 'text/csv', fileName: 'preflight.csv' };
  return noun === 'prints' ? printFile(steps.slice(1), query) : undefined;
}

/** The picture of one print, or the export of many. */
function printFile([name = '', verb, ...rest]: string[], query: string): Found | undefined {
  if (rest.length > 0) return undefined;
  if (verb === 'image' && /^\d{1,16}$/.test(name)) return { path: `/api/v3/prints/${name}/image`, type: 'image/png' };
  if (name !== 'export' || verb !== undefined) return undefined;
  const passed = passedQuery(query, PRINT_EXPORT_CONDITIONS);
  passed.set('format', 'zip');
  return { path: `/api/v3/prints/export?${passed.toString()}`, type: 'application/zip', fileName: 'prints.zip' };
}

function tableFile(name: string, query: string): Found {
  const isNew = new URLSearchParams(query).get('new') === 'true';
  const upload = { operation: 'tables.import', name } as const;
  return { path: `/api/v3/tables/${encoded(name)}`, type: 'text/csv', upload, fileName: `${name}.csv`, ...(isNew && { isNew }) };
}

/** A backup contains all data of a controller. */
function backupFile(name: string): Found | undefined {
  if (!backupNameSchema.safeParse(name).success) return undefined;
  return {
    ...{ path: `/api/v3/backups/${encoded(name)}`, type: BACKUP_MEDIA_TYPE, fileName: name },
    ...{ upload: { operation: 'backups.upload', name }, download: { operation: 'backups.download', name } },
  };
}

function fontFile([family = '', style = '', verb, ...rest]: string[]): Found | undefined {
  if (style === '' || rest.length > 0) return undefined;
  const path = `/api/v3/fonts/${encoded(family)}/${encoded(style)}`;
  if (verb === undefined) return { path, type: 'font/sfnt', upload: { operation: 'fonts.install', name: `${family} ${style}` } };
  return verb === 'sample' ? { path: `${path}/sample`, type: 'image/png' } : undefined;
}

function versionFile(label: string, [revision = '', verb]: string[], query: string): Found | undefined {
  if (verb !== 'difference' || !/^\d{1,16}$/.test(revision)) return undefined;
  return { path: `/api/v3/labels/${label}/versions/${revision}/difference${simulationQuery(query, ['with'])}`, type: 'image/png' };
}

function simulationQuery(query: string, more: readonly string[] = []): string {
  const text = passedQuery(query, [...SIMULATION_QUERY, ...more]).toString();
  return text && '?' + text;
}

/** The parameters with these names, each once. */
function passedQuery(query: string, names: readonly string[]): URLSearchParams {
  const given = new URLSearchParams(query);
  const passed = new URLSearchParams();
  for (const name of names) for (const value of given.getAll(name).slice(0, 1)) passed.set(name, value);
  return passed;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch (cause) {
    throw new ProblemError('invalid-input', { detail: 'The address has invalid percent-encoding.' }, { cause });
  }
}

function encoded(name: string): string {
  if (name === '.' || name === '..') {
    throw new ProblemError('invalid-input', { detail: `The name "${name}" cannot be used in an address.` });
  }
  return encodeURIComponent(name);
}
