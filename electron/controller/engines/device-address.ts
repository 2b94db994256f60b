import type { EngineConfiguration } from '#contract/api-v3/engine.ts';

/** The kind and the address of a device: while they are the same, a configuration means the same device. */
export function deviceAddress(engine: EngineConfiguration): string {
  if (engine.kind === 'virtual') return engine.kind;
  return engine.kind === 'ipp' ? `${engine.kind} ${engine.url}` : `${engine.kind} ${engine.host}:${engine.port}`;
}
