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
  add: command('configure', storedInput, z.object({})),
  change: command('configure', storedInput, z.object({})),
  remove: command('configure', deviceInput, z.object({})),
  test: command('configure', connectionInput.extend({ device: documentSchema }), signalTestSchema),
  force: command('configure', channelInput.extend(forcingSchema.shape), z.object({})),
  release: command('configure', channelInput, z.object({})),
  setInput: command('configure', channelInput.extend(virtualInputSchema.shape), z.object({})),
};
