import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { errorTexts } from '#contract/api-v3/status-error.ts';
import { toFieldErrors } from '../configuration-fault.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import type { ConfigurationWith, EngineDeps } from '../engine-kind.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import { Identifier } from './identification.ts';
import { Recognition } from './recognition.ts';
import { zplCondition } from './zpl-condition.ts';
import { ZplDevice } from './zpl-device.ts';
import { frameZpl, type ZplMessage } from './zpl-messages.ts';

const TEST_LIMIT = 9_000;

/** Connects, identifies the printer and reads its status. Prints nothing, clears nothing. Never rejects. */
export async function testZplPrinter(
  configuration: ConfigurationWith<'zpl'>,
  { timers, frames, expected }: EngineDeps,
): Promise<PrinterTest> {
  const { host, port, count } = configuration.engine;
  const { dpi, vdpi = dpi } = configuration;
  const address = `${host}:${port}`;
  const recognition = new Recognition(new Identifier({ count, dpi, vdpi }), { address, expected });
  const { promise, resolve } = Promise.withResolvers<PrinterTest>();
  let isReached = false;
  let reason = `no answer within ${TEST_LIMIT} ms`;
  const onOpen = () => {
    isReached = true;
    examine(new ZplDevice(connection), { recognition, address }).then(resolve, () => undefined);
  };
  // A printer without variables lets a question fail; it is examined again on the next connection.
  const onClosed = (cause: string) => {
    reason = cause;
    if (!isReached) resolve({ reachable: false, reason: `No connection to ${address}: ${cause}.`, errors: [] });
  };
  const connection = new DeviceConnection<ZplMessage>({
    host,
    port,
    framing: frameZpl,
    timers,
    frames,
    onOpen,
    onClosed,
  });
  connection.start();
  try {
    return await withinLimit(promise, TEST_LIMIT, timers);
  } catch {
    const what = isReached ? `The device at ${address} does not answer as a ZPL printer` : `No connection to ${address}`;
    return { reachable: false, reason: `${what}: ${reason}.`, errors: [] };
  } finally {
    connection.stop();
  }
}

async function examine(device: ZplDevice, { recognition, address }: { recognition: Recognition; address: string }): Promise<PrinterTest> {
  const status = await device.status();
  // During an error a printer may leave the other questions unanswered.
  if (status.buffer) recognition.found(await recognition.ask(device));
  const { identity, objection, configurationFaults, isKnown, count, dpi } = recognition;
  const { state, errors: found } = zplCondition({ phase: 'ready', status, lostSince: undefined, address, objection });
  const errors = errorTexts(found);
  if (!isKnown) return { reachable: true, state, errors };
  return {
    reachable: true,
    state,
    errors,
    ...(identity && { identity }),
    ...(configurationFaults.length > 0 && { configurationErrors: toFieldErrors(configurationFaults) }),
    ...(dpi !== undefined && { dpi }),
    proof: count === undefined ? 'none' : 'count',
  };
}
