/** A file operation of a program in one folder; paths are relative to it. */
export type Step =
  | { act: 'create'; path: string; file: number }
  | { act: 'write'; file: number; offset: number; bytes: Buffer }
  | { act: 'truncate'; file: number; size: number }
  | { act: 'rename'; path: string; to: string }
  | { act: 'unlink'; path: string }
  /** All changes to the file before the step `since` are durable. */
  | { act: 'sync'; file: number; since: number }
  /** All changes of names in the folder before the step `since` are durable. */
  | { act: 'sync-folder'; path: string; since: number }
  /** Text written to standard output. */
  | { act: 'say'; text: string };

/** The traced system calls, in strace's notation. */
export const TRACED = [
  ...['open', 'openat', 'creat', 'write', 'pwrite64', 'writev', 'pwritev', 'fsync', 'fdatasync', 'ftruncate'],
  ...['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat'],
];
/** Calls that change files in other ways: a trace that contains one cannot be replayed. */
export const NOT_UNDERSTOOD = ['truncate', 'pwritev2', 'sync_file_range', 'copy_file_range', 'sendfile', 'link', 'linkat', 'fallocate'];

interface OpenFile {
  /** Undefined for a folder. */
  file: number | undefined;
  path: string;
  position: number;
  isAppending: boolean;
}

const OPENING = ['open', 'openat', 'creat'];
const STDOUT = 1;
const CALL = /^(\d+) +(\w+)\((.*)\) += (-?\d+)/s;
const UNFINISHED = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/s;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/s;

interface PendingCall {
  text: string;
  at: number;
}

/** Parses the lines of `strace -f -xx`. Throws for a call on the folder that it does not understand. */
export class Trace {
  readonly steps: Step[] = [];
  readonly #folder: string;
  readonly #open = new Map<number, OpenFile>();
  readonly #fileAt = new Map<string, number>();
  readonly #sizes: number[] = [];
  readonly #pending = new Map<string, PendingCall>();

  constructor(folder: string) {
    this.#folder = `${folder}/`;
  }

  /** Processes the next line. */
  take(line: string): void {
    const unfinished = UNFINISHED.exec(line);
    if (unfinished) {
      const [, thread = '', name = '', text = ''] = unfinished;
      this.#pending.set(`${thread} ${name}`, { text, at: this.steps.length });
      return;
    }
    const resumed = RESUMED.exec(line);
    if (!resumed) return this.#call(line, this.steps.length);
    const [, thread = '', name = '', rest = ''] = resumed;
    const pending = this.#pending.get(`${thread} ${name}`);
    this.#pending.delete(`${thread} ${name}`);
    if (pending) this.#call(`${thread} ${name}(${pending.text}${rest}`, pending.at);
  }

  #call(line: string, since: number): void {
    const [, , name = '', text = '', answer = ''] = CALL.exec(line) ?? [];
    const result = Number(answer);
    if (name === '' || result < 0) return;
    if (NOT_UNDERSTOOD.includes(name)) this.#refuse(name, text);
    else if (OPENING.includes(name)) this.#opened(text, result);
    else if (name.startsWith('rename')) this.#renamed(stringsOf(text));
    else if (name.startsWith('unlink')) this.#unlinked(stringsOf(text));
    else this.#onFile(name, { text, result, since });
  }

  #onFile(name: string, { text, result, since }: { text: string; result: number; since: number }): void {
    const descriptor = Number.parseInt(text, 10);
    if (descriptor === STDOUT && name.startsWith('write')) this.steps.push({ act: 'say', text: bytesOf(text).toString() });
    const open = this.#open.get(descriptor);
    if (!open) return;
    if (open.file === undefined) this.steps.push({ act: 'sync-folder', path: open.path, since });
    else if (name === 'fsync' || name === 'fdatasync') this.steps.push({ act: 'sync', file: open.file, since });
    else if (name === 'ftruncate') this.#truncated(open.file, lastNumber(text));
    else this.#written(open, { bytes: bytesOf(text).subarray(0, result), at: name.startsWith('pwrite') ? lastNumber(text) : undefined });
  }

  #opened(text: string, descriptor: number): void {
    this.#open.delete(descriptor);
    const path = this.#inside(stringsOf(text)[0]?.toString() ?? '');
    if (path === undefined) return;
    const flags = text.slice(text.lastIndexOf('"'));
    if (!flags.includes('O_CREAT') && !this.#fileAt.has(path)) {
      this.#open.set(descriptor, { file: undefined, path, position: 0, isAppending: false });
      return;
    }
    const file = this.#fileAt.get(path) ?? this.#created(path);
    if (flags.includes('O_TRUNC')) this.#truncated(file, 0);
    this.#open.set(descriptor, { file, path, position: 0, isAppending: flags.includes('O_APPEND') });
  }

  #created(path: string): number {
    const file = this.#sizes.push(0) - 1;
    this.#fileAt.set(path, file);
    this.steps.push({ act: 'create', path, file });
    return file;
  }

  #written(open: OpenFile, { bytes, at }: { bytes: Buffer; at: number | undefined }): void {
    const file = open.file ?? 0;
    const size = this.#sizes[file] ?? 0;
    const offset = at ?? (open.isAppending ? size : open.position);
    if (at === undefined) open.position = offset + bytes.length;
    this.#sizes[file] = Math.max(size, offset + bytes.length);
    this.steps.push({ act: 'write', file, offset, bytes });
  }

  #truncated(file: number, size: number): void {
    if (this.#sizes[file] === size) return;
    this.#sizes[file] = size;
    this.steps.push({ act: 'truncate', file, size });
  }

  #renamed([from, to]: Buffer[]): void {
    const [path, target] = [this.#inside(String(from)), this.#inside(String(to))];
    if (path === undefined || target === undefined) return;
    const file = this.#fileAt.get(path);
    this.#fileAt.delete(path);
    if (file !== undefined) this.#fileAt.set(target, file);
    this.steps.push({ act: 'rename', path, to: target });
  }

  #unlinked([name]: Buffer[]): void {
    const path = this.#inside(String(name));
    if (path === undefined) return;
    this.#fileAt.delete(path);
    this.steps.push({ act: 'unlink', path });
  }

  #inside(path: string): string | undefined {
    return `${path}/`.startsWith(this.#folder) ? path.slice(this.#folder.length) : undefined;
  }

  #refuse(name: string, text: string): void {
    const isOurs = this.#open.has(Number.parseInt(text, 10)) || stringsOf(text).some((path) => this.#inside(path.toString()) !== undefined);
    if (isOurs) throw new Error(`the trace has a call that is not understood: ${name}`);
  }
}

/** The strings of a call, which strace writes as `"\x2f\x74"`. */
function stringsOf(text: string): Buffer[] {
  return [...text.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => Buffer.from(hex.replaceAll('\\x', ''), 'hex'));
}

function bytesOf(text: string): Buffer {
  return Buffer.concat(stringsOf(text));
}

/** The last argument of a call. */
function lastNumber(text: string): number {
  return Number(text.slice(text.lastIndexOf(',') + 1));
}
