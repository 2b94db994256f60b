import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { Bonjour, type ServiceConfig } from 'bonjour-service';

const LOOPBACK = '127.0.0.1';
const GROUP = '224.0.0.251';
const PORT = 5353;

/** Why printers of this machine cannot be found by multicast on its loopback interface; undefined where they can. */
export async function multicastFault(): Promise<string | undefined> {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  if (addresses.every(({ internal }) => internal)) return 'this machine has no address that a printer could announce';
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const limit = setTimeout(() => resolve('a multicast message did not come back on the loopback interface'), 2_000);
  socket.on('error', (error) => resolve(`multicast is not available: ${error.message}`));
  socket.on('message', (message) => message.equals(PROBE) && resolve(undefined));
  socket.bind(PORT, '0.0.0.0', () => {
    try {
      socket.addMembership(GROUP, LOOPBACK);
      socket.setMulticastInterface(LOOPBACK);
      socket.setMulticastLoopback(true);
      socket.send(PROBE, PORT, GROUP);
    } catch (error) {
      resolve(`multicast is not available: ${String(error)}`);
    }
  });
  const fault = await promise;
  clearTimeout(limit);
  socket.close();
  return fault;
}

/** Too short to be a message of DNS: others ignore it. */
const PROBE = Buffer.from('probe');

/** Options of `multicast-dns`, which the types of the package do not name. */
const OPTIONS: object = { interface: LOOPBACK, bind: '0.0.0.0' };

/** Printers that announce themselves on the loopback interface. */
export class AnnouncedPrinters {
  readonly #bonjour = new Bonjour(OPTIONS);

  add(service: ServiceConfig): void {
    this.#bonjour.publish({ probe: false, ...service });
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#bonjour.unpublishAll(() => resolve()));
    await new Promise<void>((resolve) => this.#bonjour.destroy(() => resolve()));
  }
}
