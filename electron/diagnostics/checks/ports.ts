import type { ControllerNetwork } from '#contract/api-v3/network.ts';
import type { ListenerKind } from '#contract/station/diagnostics.ts';
import type { NetworkPage } from '#contract/station/network.ts';
import { finding, messageOf, type Check, type Outcome } from '../model/check.ts';
import type { DiagnosticsContext } from '../model/context.ts';
import { listenerAt } from '../sources/listener.ts';
import { readNetworkSettings, readPagePort, readRunning } from '../sources/network-settings.ts';

/** The ports of page and controller, unless others are set. */
const PAGE_PORT = 7310;
const CONTROLLER_PORT = 7311;
const LOOPBACK = '127.0.0.1';
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

interface NeededPort {
  host: string;
  port: number;
  expected: ListenerKind;
  /** Whether Strobe says that it listens there. */
  isOpen: boolean;
}

/** Whether Strobe, another program or nothing listens on the ports that it uses. */
export const portsCheck: Check = {
  id: 'ports',
  title: 'Ports',
  run: async (context) => {
    const { ports, findings } = neededPorts(context);
    const listeners = await Promise.all(ports.map(({ host, port, expected }) => listenerAt(host, port, expected)));
    const facts = ports.map(({ port }, at) => ({ name: 'port' as const, of: String(port), value: listeners[at] ?? 'none' }));
    return { facts, findings: [...findings, ...ports.flatMap((port, at) => judged(port, listeners[at]))] };
  },
};

function judged({ port, expected, isOpen }: NeededPort, listener: ListenerKind | undefined): Outcome['findings'] {
  if (listener === 'none') return isOpen ? [finding('port-closed', { port })] : [];
  return listener === expected ? [] : [finding('port-foreign', { port })];
}

function neededPorts({ folders, stationPid }: DiagnosticsContext): { ports: NeededPort[]; findings: Outcome['findings'] } {
  const running = readRunning(folders);
  const pagePort = readPagePort(folders);
  const ports: NeededPort[] = [];
  if (running) {
    const { hostname, port } = new URL(running.url);
    ports.push({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), expected: 'controller', isOpen: true });
  }
  if (pagePort !== undefined) ports.push({ host: LOOPBACK, port: pagePort, expected: 'page', isOpen: true });
  // A station that runs has the ports that it needs.
  if (stationPid === undefined) {
    if (!running) ports.push({ host: LOOPBACK, port: CONTROLLER_PORT, expected: 'controller', isOpen: false });
    if (pagePort === undefined) ports.push({ host: LOOPBACK, port: PAGE_PORT, expected: 'page', isOpen: false });
  }
  try {
    const { page, controller } = readNetworkSettings(folders);
    ports.push(...ofPage(page, pagePort !== undefined), ...ofController(controller, running !== undefined));
    return { ports, findings: [] };
  } catch (error) {
    return { ports, findings: [finding('settings-unreadable', { file: 'strobe.json' }, messageOf(error))] };
  }
}

function ofPage(page: NetworkPage | undefined, isOpen: boolean): NeededPort[] {
  return page ? [{ host: reachable(page.host), port: page.port, expected: 'page', isOpen }] : [];
}

function ofController(settings: ControllerNetwork | undefined, isOpen: boolean): NeededPort[] {
  if (!settings) return [];
  const { textPort, textUnauthenticated } = settings;
  const host = reachable(settings.host);
  const texts = [textPort, textUnauthenticated?.port].filter((port) => typeof port === 'number');
  return [
    { host, port: settings.port, expected: 'controller', isOpen },
    ...texts.map((port) => ({ host, port, expected: 'text-protocol' as const, isOpen })),
  ];
}

function reachable(host: string): string {
  return EVERY_ADDRESS.has(host) ? LOOPBACK : host;
}
