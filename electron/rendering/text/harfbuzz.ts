/** Maximum heap size in bytes: twice what the bundled and the most installed fonts take, and half of what WebAssembly could provide. */
export const MAX_HEAP_BYTES = 512 * 1024 * 1024;
const PAGE_BYTES = 65_536;
/** Emscripten tries to grow by 20, 10 and 5 % before the allocation fails. */
const GROWTH_ATTEMPTS = 3;
const FEATURE_BYTES = 16;
/** `HB_FEATURE_GLOBAL_END`. */
const WHOLE_BUFFER = 0xffff_ffff;
/** Optional ligature features. Required joining, as in Arabic, uses other features. */
const LIGATURE_FEATURES = ['liga', 'clig', 'dlig', 'calt'];

/** The used part of the Emscripten module of HarfBuzz. Its heap views are replaced when the heap grows. */
interface HarfBuzzModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAP32: Int32Array;
  /** The C functions and the memory. */
  readonly wasmExports: Readonly<Record<string, ((...parameters: number[]) => unknown) | undefined>>;
  /** Makes a function callable from C, with a signature such as `vi`: no result, one integer. */
  addFunction(act: (...parameters: number[]) => void, signature: string): Pointer;
}

/** A `WebAssembly.Memory`. */
interface HeapMemory {
  readonly buffer: ArrayBuffer;
  grow: (pages: number) => number;
}

/** An address in the heap. */
export type Pointer = number;

/** Receives the outline of a glyph in font units, y up. */
export interface GlyphPen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticTo(cx: number, cy: number, x: number, y: number): void;
  cubicTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void;
  close(): void;
}

/** The HarfBuzz instance cannot be used any more: its heap is in an unknown state or full. */
export class HarfBuzzFailure extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The shaping engine failed: ${reason}`, options);
    this.name = 'HarfBuzzFailure';
  }
}

/**
 * HarfBuzz with its own heap. Calls the C functions of the harfbuzzjs WebAssembly module, because the classes of that package free memory
 * only through a FinalizationRegistry, and never free a table that was read or its font file. After a trap or a failed allocation the
 * instance `isBroken` and rejects every call: HarfBuzz itself continues without what it could not allocate and would draw something
 * different.
 */
export class HarfBuzz {
  readonly #module: HarfBuzzModule;
  readonly #pens: Pointer;
  /** Shared by all fonts: filled and read within one call. */
  readonly buffer: Pointer;
  /** The features that disable optional ligatures. */
  readonly disabledFeatures: { at: Pointer; count: number };
  #pen: GlyphPen | undefined;
  #failure: HarfBuzzFailure | undefined;
  #refusals = 0;
  #scratch: { at: Pointer; bytes: number } = { at: 0, bytes: 0 };

  private constructor(module: HarfBuzzModule, mostHeapBytes: number) {
    this.#module = module;
    this.#boundHeap(mostHeapBytes);
    this.buffer = this.call('hb_buffer_create');
    this.#pens = this.#makePens();
    this.disabledFeatures = this.#disableFeatures();
  }

  /** Starts an instance. `mostHeapBytes` limits its heap; exceeding it breaks the instance. */
  static async start(mostHeapBytes = MAX_HEAP_BYTES): Promise<HarfBuzz> {
    // By file path: the package does not export the module.
    const { default: createModule } = await import('../../../node_modules/harfbuzzjs/dist/harfbuzz.js');
    return new HarfBuzz((await createModule()) as unknown as HarfBuzzModule, mostHeapBytes);
  }

  /** The size of the heap in bytes. It never shrinks; freed memory is reused. */
  get heapBytes(): number {
    return this.#module.HEAPU8.byteLength;
  }

  get isBroken(): boolean {
    return this.#failure !== undefined;
  }

  /** Why it is broken. */
  get failure(): HarfBuzzFailure | undefined {
    return this.#failure;
  }

  get bytes(): Uint8Array {
    return this.#module.HEAPU8;
  }

  get words(): Uint32Array {
    return this.#module.HEAPU32;
  }

  get signedWords(): Int32Array {
    return this.#module.HEAP32;
  }

  /** Calls an exported C function of HarfBuzz. Throws a `HarfBuzzFailure` for a trap and for an allocation that failed, now or earlier. */
  call(name: string, ...parameters: number[]): number {
    if (this.#failure) throw this.#failure;
    let result: unknown;
    try {
      result = this.#module.wasmExports[name]?.(...parameters);
    } catch (error) {
      // An exception that leaves the module's frames does not restore its stack pointer.
      throw this.#break(error instanceof Error ? error.message : String(error), error);
    }
    // `#boundHeap` may have set it during the call.
    const failure = this.#failure as HarfBuzzFailure | undefined;
    if (failure) throw failure;
    return Number(result);
  }

  /** Heap memory for the data of one call, aligned to eight bytes. */
  scratch(bytes: number): Pointer {
    if (bytes > this.#scratch.bytes) {
      this.call('free', this.#scratch.at);
      this.#scratch = { at: 0, bytes: 0 };
      this.#scratch = { at: this.allocate(2 * bytes), bytes: 2 * bytes };
    }
    return this.#scratch.at;
  }

  /** Allocates memory that the caller frees. Throws a `HarfBuzzFailure` if there is none. */
  allocate(bytes: number): Pointer {
    const at = this.call('malloc', bytes);
    if (at === 0) throw this.#break(`out of memory for ${bytes} bytes`);
    return at;
  }

  /** The address of C's `free`, for objects that own their data. */
  readonly freePointer = (): Pointer => {
    this.#freePointer ??= this.#module.addFunction((at: Pointer) => void this.#module.wasmExports['free']?.(at), 'vi');
    return this.#freePointer;
  };
  #freePointer: Pointer | undefined;

  /** Draws the outline of a glyph. */
  drawGlyph(font: Pointer, glyph: number, pen: GlyphPen): void {
    this.#pen = pen;
    try {
      this.call('hb_font_draw_glyph', font, glyph, this.#pens, 0);
    } finally {
      this.#pen = undefined;
    }
  }

  /** Emscripten calls this function for more memory; an exception makes the allocation fail. */
  #boundHeap(most: number): void {
    const { memory } = this.#module.wasmExports as unknown as { memory: HeapMemory };
    const grow = memory.grow.bind(memory);
    memory.grow = (pages: number): number => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES <= most) {
        this.#refusals = 0;
        return grow(pages);
      }
      this.#refusals += 1;
      if (this.#refusals >= GROWTH_ATTEMPTS) this.#break(`its heap has reached its bound of ${most} bytes`);
      throw new RangeError('The heap has reached its bound');
    };
  }

  #break(reason: string, cause?: unknown): HarfBuzzFailure {
    this.#failure ??= new HarfBuzzFailure(reason, { cause });
    return this.#failure;
  }

  /**
   * The callbacks for the parts of an outline. Draw functions, their data and state come before the coordinates. A large font calls them
   * millions of times, so they make no further copy of their parameters.
   */
  #makePens(): Pointer {
    const pens = this.call('hb_draw_funcs_create');
    const set = (part: string, signature: string, draw: (...parameters: number[]) => void): void => {
      this.call(`hb_draw_funcs_set_${part}_func`, pens, this.#module.addFunction(draw, signature), 0, 0);
    };
    set('move_to', 'viiiffi', (_funcs, _data, _state, x = 0, y = 0) => this.#pen?.moveTo(x, y));
    set('line_to', 'viiiffi', (_funcs, _data, _state, x = 0, y = 0) => this.#pen?.lineTo(x, y));
    set('quadratic_to', 'viiiffffi', (...[, , , cx = 0, cy = 0, x = 0, y = 0]) => this.#pen?.quadraticTo(cx, cy, x, y));
    set('cubic_to', 'viiiffffffi', (...[, , , ax = 0, ay = 0, bx = 0, by = 0, x = 0, y = 0]) => this.#pen?.cubicTo(ax, ay, bx, by, x, y));
    set('close_path', 'viiii', () => this.#pen?.close());
    return pens;
  }

  /** `hb_feature_t`: tag, value, start and end, one word each. */
  #disableFeatures(): { at: Pointer; count: number } {
    const at = this.allocate(LIGATURE_FEATURES.length * FEATURE_BYTES);
    for (const [index, feature] of LIGATURE_FEATURES.entries())
      this.words.set([tagOf(feature), 0, 0, WHOLE_BUFFER], (at + index * FEATURE_BYTES) / 4);
    return { at, count: LIGATURE_FEATURES.length };
  }
}

/** Four characters as a HarfBuzz tag. */
export function tagOf(tag: string): number {
  return [...tag].reduce((word, character) => ((word << 8) | character.charCodeAt(0)) >>> 0, 0);
}
