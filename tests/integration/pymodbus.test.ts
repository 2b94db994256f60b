import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import type { EnginePrint, PrintEngine } from '#controller/engines/engine.ts';
import { hitachiKind } from '#controller/engines/hitachi/hitachi-kind.ts';
import { aPrint, engineDeps, followEngine } from '#support/engine-rig.ts';
import { ForeignModbus } from '#support/foreign-modbus.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';
import { worded } from '#support/worded.ts';

const missing = ForeignModbus.missing();
/** The count of the coder when it is started. */
const FIRST_COUNT = 0x1_0001;

/** What another implementation of Modbus says about ours. */
describe('a Hitachi coder on a Modbus server of other authors (pymodbus)', () => {
  let coder: ForeignModbus;

  beforeAll(async () => {
    if (missing === undefined) coder = await ForeignModbus.start();
  });
  afterAll(() => coder?.stop());
  beforeEach((context: TestContext) => context.skip(missing !== undefined, missing));

  function configure(): ConfigurationWith<'hitachi'> {
    return printerConfigurationSchema.parse({
      engine: { kind: 'hitachi', host: '127.0.0.1', port: coder.port },
      ...{ dpi: 100, physicalWidth: 60, height: 8, productDetector: 'device' },
    }) as ConfigurationWith<'hitachi'>;
  }

  async function start(deps: EngineDeps): Promise<{ engine: PrintEngine; facts: string[] }> {
    const engine = hitachiKind.make(configure(), deps);
    const facts = followEngine(engine);
    await engine.start();
    await untilHolds(() => expect(worded(engine.condition())).toEqual({ state: 'STARTED', errors: [], ink: [] }));
    return { engine, facts };
  }

  function printOf(id: number, field: string, value: string): EnginePrint {
    return { ...aPrint(id), message: { message: '5', fields: { [field]: value } } };
  }

  it('is identified by a test, which prints nothing', async () => {
    expect(await hitachiKind.test(configure(), engineDeps({ folder: temporaryFolder() }))).toEqual({
      reachable: true,
      identity: { model: 'UX-D161W', serial: '87654321' },
      ...{ state: 'STARTED', errors: [], proof: 'count' },
    });
    expect(coder.marks).toEqual([]);
  });

  it('prints each value once, and proves it by its count', async () => {
    const { engine, facts } = await start(engineDeps({ folder: temporaryFolder() }));
    expect(engine.count?.()).toBe(FIRST_COUNT);
    const values = ['A000001', '(01)04012345123456', 'b c'];
    for (const [at, value] of values.entries()) {
      await engine.send(printOf(at + 1, '2', value));
      await untilHolds(() => expect(facts).toContain(`printed ${at + 1}`));
    }
    expect(coder.marks).toEqual(values.map((value) => `LOT ${value}`));
    expect(engine.count?.()).toBe(FIRST_COUNT + values.length);
    expect(facts.filter((fact) => /^(printed|failed|unresolved)/.test(fact))).toEqual(['printed 1', 'printed 2', 'printed 3']);
  });

  it('refuses an item that the message does not have', async () => {
    const { engine } = await start(engineDeps({ folder: temporaryFolder() }));
    await expect(engine.send(printOf(11, '9', 'X'))).rejects.toMatchObject({
      name: 'EngineError',
      message: 'The message 5 on the coder has no item 9 with characters.',
    });
    expect(engine.condition().state).toBe('ERROR');
  });
});
