import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What one thread of a program holds right after a full garbage collection, in bytes. */
export interface ThreadMemory {
  /** 0 is the main thread. */
  id: number;
  /** Objects on its heap. */
  heap: number;
  /** Outside of the heap, owned by these objects: buffers and WebAssembly memory. */
  external: number;
}

export interface LiveMemory {
  threads: ThreadMemory[];
  /** Of the whole process, in bytes: also what its allocators keep for later. */
  resident: number;
}

const PROBE = join(import.meta.dirname, '../fixtures/processes/live-memory-probe.ts');

/** Measures what a program under test really holds: every reading comes right after a garbage collection in each of its threads. */
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
