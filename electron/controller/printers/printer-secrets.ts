import type { EngineConfiguration } from '#contract/api-v3/engine.ts';
import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import { deviceAddress } from '../engines/device-address.ts';

/**
 * The configuration to be stored: with the password that was written, or with the stored one if none was written and the address is the same. A
 * stored password is never sent to another address.
 */
export function withSecrets(written: PrinterConfiguration, stored: PrinterConfiguration | undefined): PrinterConfiguration {
  const { engine } = written;
  if (engine.kind !== 'ipp') return written;
  const { passwordSet: isKept = false, password, ...rest } = engine;
  const isRemoved = password === null && !isKept;
  const kept = isRemoved ? null : storedPassword(stored?.engine, engine);
  // Null is stored, so that this configuration also means the removal if it waits for the end of a job.
  return { ...written, engine: { ...rest, password: password ?? kept } };
}

/** The configuration as clients read it. */
export function withoutSecrets(configuration: PrinterConfiguration): PrinterConfiguration {
  const { engine } = configuration;
  if (engine.kind !== 'ipp') return configuration;
  const { password, ...rest } = engine;
  return { ...configuration, engine: typeof password === 'string' ? { ...rest, password: null, passwordSet: true } : rest };
}

function storedPassword(stored: EngineConfiguration | undefined, engine: EngineConfiguration): string | null {
  if (stored?.kind !== 'ipp' || deviceAddress(stored) !== deviceAddress(engine)) return null;
  return stored.password ?? null;
}
