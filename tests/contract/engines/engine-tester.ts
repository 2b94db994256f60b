import { expect } from 'vitest';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { EngineError, type EngineCondition, type EnginePrint, type PrintEngine } from '#controller/engines/engine.ts';
import { EngineFacts, numberedPrint, type EngineRig } from './engine-rig.ts';

/** What the checks of all engines do again and again. */
export class EngineTester {
  readonly facts: EngineFacts;
  /** The prints that were sent, as the engine said at once: accepted, certainly not taken, or neither. */
  readonly sent: { accepted: number[]; refused: number[]; uncertain: number[] } = { accepted: [], refused: [], uncertain: [] };
  /** Prints that were confirmed while they were not made. */
  readonly falselyConfirmed: number[] = [];
  /** Every condition that was reported. */
  readonly conditions: EngineCondition[] = [];
  readonly #rig: EngineRig;
  readonly #engines: PrintEngine[];
  #lastId = 0;
  #reported: EngineCondition;

  /** Listens to the engine of the rig. */
  constructor(rig: EngineRig) {
    this.#rig = rig;
    this.#engines = [rig.engine];
    this.#reported = rig.engine.condition();
    this.facts = new EngineFacts((printed) => this.#reportedBy(rig.engine, printed));
    rig.engine.listen(this.facts);
  }

  /** The condition that was read when the engine last reported anything. */
  get reportedCondition(): EngineCondition {
    return this.#reported;
  }

  /** Every error and warning that was reported. */
  get statedErrors(): StatusError[] {
    return this.conditions.flatMap(({ errors, ink }) => [...errors, ...ink.flatMap((supply) => [...supply.errors, ...supply.warnings])]);
  }

  state(): string {
    return this.#rig.engine.condition().state;
  }

  inState(expected: string, engine = this.#rig.engine): Promise<void> {
    return this.#rig.clock.until(() => expect(engine.condition().state).toBe(expected));
  }

  async started(): Promise<void> {
    await this.#rig.engine.start();
    await this.inState('STARTED');
  }

  /** Another engine for the same device, with what it reports. It is stopped after the test. */
  another(...expected: Parameters<EngineRig['another']>): { engine: PrintEngine; facts: EngineFacts } {
    const engine = this.#rig.another(...expected);
    const facts = new EngineFacts((printed) => this.#verify(printed));
    engine.listen(facts);
    this.#engines.push(engine);
    return { engine, facts };
  }

  async stop(): Promise<void> {
    for (const engine of this.#engines) await engine.stop();
    await this.#rig.stop();
  }

  nextPrint(): EnginePrint {
    return numberedPrint(++this.#lastId);
  }

  /** Sends a print, which the engine accepts. Returns its number. */
  async send(engine = this.#rig.engine): Promise<number> {
    const print = this.nextPrint();
    await this.#rig.clock.settled(engine.send(print));
    return print.id;
  }

  /** Sends a print, whatever comes of it. Returns its number. */
  async trySend(): Promise<number> {
    const print = this.nextPrint();
    const error: unknown = await this.#rig.clock.settled(this.#rig.engine.send(print)).catch((reason: unknown) => reason);
    if (error === undefined) this.sent.accepted.push(print.id);
    else this.sent[error instanceof EngineError ? 'refused' : 'uncertain'].push(print.id);
    return print.id;
  }

  /** Sends a print, which the engine refuses. Returns how. */
  async refusal(print = this.nextPrint()): Promise<EngineError> {
    const error: unknown = await this.#rig.clock.settled(this.#rig.engine.send(print)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineError);
    return error as EngineError;
  }

  /** Aborts, as the controller does. Returns the prints that certainly are not made; undefined if that is not known. */
  abort(): Promise<number[] | undefined> {
    return this.#rig.clock.settled(this.#rig.engine.abort()).catch(() => undefined);
  }

  confirmed(id: number): Promise<void> {
    return this.#rig.clock.until(() => expect(this.facts.printedIds).toContain(id));
  }

  made(id: number): Promise<void> {
    return this.#rig.clock.until(() => expect(this.#rig.device.marks()).toContain(id));
  }

  /** Sends a print and waits until it is made, and confirmed if the device proves its prints. Returns its number. */
  async printed(engine = this.#rig.engine, facts = this.facts): Promise<number> {
    const id = await this.send(engine);
    await this.made(id);
    if (engine.traits.proof !== 'none') await this.#rig.clock.until(() => expect(facts.printedIds).toContain(id));
    return id;
  }

  #reportedBy(engine: PrintEngine, printed: number | undefined): void {
    this.#reported = engine.condition();
    this.conditions.push(this.#reported);
    this.#verify(printed);
  }

  #verify(printed: number | undefined): void {
    if (printed !== undefined && !this.#rig.device.marks().includes(printed)) this.falselyConfirmed.push(printed);
  }
}
