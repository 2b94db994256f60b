import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { errorTexts } from '#contract/api-v3/status-error.ts';
import { toFieldErrors } from '../configuration-fault.ts';
import { EngineConfigError } from '../engine-config-error.ts';
import { ExpectedDevice } from '../expected-device.ts';
import type { ConfigurationWith, EngineDeps, EngineKind } from '../engine-kind.ts';
import { HTTP_UNAUTHORIZED, IppClient } from './ipp-client.ts';
import { describeStatus, missingCapabilities } from './ipp-condition.ts';
import { ippAddress, ippNeeds, PASSWORD_FIELD } from './ipp-config.ts';
import { IPP_TYPE, IppEngine } from './ipp-engine.ts';
import { IppRefusalError } from './ipp-errors.ts';
import { IppPrinter } from './ipp-printer.ts';

const TEST_LIMIT = 9_000;

/** Printers that understand IPP Everywhere with PWG raster: most office printers, and many for labels. */
export const ippKind: EngineKind<'ipp'> = {
  kind: 'ipp',
  type: IPP_TYPE,
  shape: 'bitmap',
  proof: 'id',
  tried: 'emulator',
  hasProductDetector: false,
  make: (configuration, deps) => new IppEngine(configuration, deps),
  test: async (configuration, deps) => {
    try {
      return await test(configuration, deps);
    } catch (error) {
      if (error instanceof EngineConfigError) throw error;
      return failure(error);
    }
  },
};

async function test(configuration: ConfigurationWith<'ipp'>, deps: EngineDeps): Promise<PrinterTest> {
  const address = ippAddress(configuration.engine);
  const needs = ippNeeds(configuration);
  const device = new ExpectedDevice({ expected: deps.expected, address: address.url });
  const printer = new IppPrinter(new IppClient({ address, ...deps }));
  const { status, ...facts } = await printer.readFacts(TEST_LIMIT);
  device.answered(status.identity);
  const { errors, warnings } = describeStatus(status);
  const faults = missingCapabilities(facts, needs);
  const all = [...faults.map(({ error }) => error), ...errors];
  if (device.objection !== undefined) all.unshift(device.objection);
  return {
    reachable: true,
    identity: status.identity,
    state: all.length > 0 ? 'ERROR' : 'STARTED',
    errors: errorTexts([...all, ...warnings]),
    ...(faults.length > 0 && { configurationErrors: toFieldErrors(faults) }),
    proof: 'id',
  };
}

/** The result of a test that failed. A password that is missing or wrong is a fault of its field. */
function failure(error: unknown): PrinterTest {
  const reason = error instanceof Error ? error.message : String(error);
  const isPassword = error instanceof IppRefusalError && error.status === HTTP_UNAUTHORIZED;
  const configurationErrors = [
    { pointer: PASSWORD_FIELD, detail: 'the printer asks for a user and a password: they are missing or wrong' },
  ];
  return { reachable: false, reason, errors: [], ...(isPassword && { configurationErrors }) };
}
