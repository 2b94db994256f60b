import type { EngineIdentity } from '#contract/api-v3/engine.ts';

/** Model and serial number of a device, as far as it says them. */
export function deviceName({ model, serial }: EngineIdentity): string {
  return [model, serial].filter((text) => text !== undefined).join(', ');
}
