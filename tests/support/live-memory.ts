import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Memory of a thread after a full garbage collection, in bytes. */
export interface ThreadMemory {
  /** 0 is the main thread. */
  id: number;
  /** Used heap. */
  heap: number;
  /** Memory outside the heap: buffers and WebAssembly. */
  external: number;
}

export interface LiveMemory {
  threads: ThreadMemory[];
  /** The memory of the whole process in bytes, including memory that its allocators keep. */
  resident: number;
}

const PROBE = join(import.meta.dirname, '../fixtures/processes/live-memory-probe.ts');

/** Measures the live memory of a program: each reading follows a garbage collection in all its threads. */
export class LiveMemoryProbe {
  readonly #folder = mkdtempSync(join(tmpdir(), 'strobe-memory-'));
  readonly #socket = join(this.#folder, 'probe');

  /** The command that runs the program with its probe, for `startController`. */
  get under(): string[] {
    return ['env', `NODE_OPTIONS=--expose-gc --import=${PROBE}`, `STROBE_LIVE_MEMORY=${this.#socket}`];
  }

  /** Rejects when the program does not run. */
  async read(): Promise<LiveMemory> {
    return JSON.parse(await text(connect(this.#socket))) as LiveMemory;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
