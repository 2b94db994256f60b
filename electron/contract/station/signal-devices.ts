import { z } from 'zod';
import { forcingSchema, signalDeviceListSchema, signalsSchema, signalTestSchema, virtualInputSchema } from '../api-v3/signal-device.ts';
import { documentSchema } from './document.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

const deviceInput = connectionInput.extend({ name: z.string() });
const channelInput = deviceInput.extend({ channel: z.number().int() });
/** The device is passed on unchanged: its controller names the fields at fault. */
const storedInput = deviceInput.extend({ device: documentSchema });

/** Extension: devices with inputs and outputs of the line. */
export const signalDevicesContract = {
  /** Empty on a controller without this extension. */
  list: query(connectionInput, signalDeviceListSchema),
  signals: query(deviceInput, signalsSchema),
  add: command(storedInput, z.object({})),
  change: command(storedInput, z.object({})),
  remove: command(deviceInput, z.object({})),
  test: command(connectionInput.extend({ device: documentSchema }), signalTestSchema),
  force: command(channelInput.extend(forcingSchema.shape), z.object({})),
  release: command(channelInput, z.object({})),
  setInput: command(channelInput.extend(virtualInputSchema.shape), z.object({})),
};
