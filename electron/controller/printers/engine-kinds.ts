import { z } from 'zod';
import { engineConfigurationSchema, type EngineConfiguration, type EngineKindInfo, type EngineKindName } from '#contract/api-v3/engine.ts';
import type { PrinterConfiguration, PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import type { ConfigurationWith, EngineDeps, EngineKind } from '../engines/engine-kind.ts';
import type { PrintEngine } from '../engines/engine.ts';

/** Every kind of engine; a kind is loaded when the first printer needs it. */
const LOADERS: { [Kind in EngineKindName]: () => Promise<EngineKind<Kind>> } = {
  virtual: async () => (await import('../engines/virtual/virtual-kind.ts')).virtualKind,
  zpl: async () => (await import('../engines/zpl/zpl-kind.ts')).zplKind,
  ipp: async () => (await import('../engines/ipp/ipp-kind.ts')).ippKind,
  codenet: async () => (await import('../engines/codenet/codenet-kind.ts')).codenetKind,
  zipher: async () => (await import('../engines/zipher/zipher-kind.ts')).zipherKind,
  wsi: async () => (await import('../engines/wsi/wsi-kind.ts')).wsiKind,
  hitachi: async () => (await import('../engines/hitachi/hitachi-kind.ts')).hitachiKind,
  raw: async () => (await import('../engines/raw/raw-kind.ts')).rawKind,
};

/** Makes the engine of a configuration. Throws an `EngineConfigError` if it cannot work. */
export async function makeEngine(configuration: PrinterConfiguration, deps: EngineDeps): Promise<PrintEngine> {
  return use(configuration, (kind, own) => kind.make(own, deps));
}

/** Connects to the device of a configuration, identifies it and reads its status. Prints nothing. Never rejects. */
export async function testEngine(configuration: PrinterConfiguration, deps: EngineDeps): Promise<PrinterTest> {
  return use(configuration, (kind, own) => kind.test(own, deps));
}

/** Why the device of a configuration does not detect products as configured; undefined if it does. */
export async function findDetectorFault({ engine, productDetector }: PrinterConfiguration): Promise<string | undefined> {
  if (productDetector !== 'device' || (await LOADERS[engine.kind]()).hasProductDetector) return undefined;
  return `a printer of the kind ${engine.kind} does not tell which products it detects: choose none`;
}

/** The kinds of engines, with the JSON Schemas of their configurations. */
export async function listEngineKinds(): Promise<EngineKindInfo[]> {
  return Promise.all(
    Object.values(LOADERS).map(async (load) => {
      const { kind, shape, proof, tried, hasProductDetector } = await load();
      const schema = engineConfigurationSchema.options.find(({ shape: { kind: literal } }) => literal.value === kind);
      return { kind, shape, proof, tried, hasProductDetector, schema: schema ? z.toJSONSchema(schema, { io: 'input' }) : {} };
    }),
  );
}

/** Calls `act` with the kind of a configuration and the configuration as that kind sees it. */
async function use<Result>(
  configuration: PrinterConfiguration,
  act: <Kind extends EngineKindName>(kind: EngineKind<Kind>, own: ConfigurationWith<Kind>) => Result,
): Promise<Result> {
  const kind = await LOADERS[configuration.engine.kind]();
  // The loader's kind is that of the configuration, which the compiler cannot see.
  return act(kind as unknown as EngineKind, configuration as ConfigurationWith<EngineConfiguration['kind']>);
}
