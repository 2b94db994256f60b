import { BlockList, isIP } from 'node:net';
import { MAX_FOUND, type FoundPrinter } from '#contract/api-v3/found-printer.ts';

/** The services that printers announce: IPP, IPP over TLS, and the raw port. */
export const SERVICES = ['ipp', 'ipps', 'pdl-datastream'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** What a device announces about one of its services. Any device of the network can send any of it. */
export interface Announcement {
  service: ServiceName;
  name: string;
  port: number;
  /** IP addresses that the device says it has. */
  addresses: readonly string[];
  /** The IP address that the announcement came from. */
  sender: string;
  /** The attributes of the service (TXT record). */
  attributes: Readonly<Record<string, unknown>>;
}

/** The languages and the makers whose printers understand ZPL as they are delivered. */
const SPEAKS_ZPL = /\bzpl|\bzebra\b|\bztc\b/i;
const ABOUT_LANGUAGE = ['ty', 'product', 'pdl', 'usb_MFG', 'usb_MDL', 'usb_CMD'] as const;
/** In characters. A name of DNS has 63 bytes, an attribute 255. */
const MAX_TEXT = 255;
const DEFAULT_PATH = 'ipp/print';
const CONTROLS = /\p{C}/gu;
const RESOURCE_PATH = /^[\w.~/-]{1,200}$/;

/** Addresses of no device: a suggestion must not point a person at this computer or at a group of devices. */
const NO_DEVICE = new BlockList();
NO_DEVICE.addSubnet('0.0.0.0', 8);
NO_DEVICE.addSubnet('127.0.0.0', 8);
NO_DEVICE.addSubnet('224.0.0.0', 3);
NO_DEVICE.addAddress('::', 'ipv6');
NO_DEVICE.addAddress('::1', 'ipv6');
NO_DEVICE.addSubnet('ff00::', 8, 'ipv6');

/**
 * The printers that announcements describe, by name: one for each device and way to print on it. A device that has IPP is not suggested for its
 * raw port too, unless it understands ZPL there.
 */
export function describeFound(announcements: readonly Announcement[]): FoundPrinter[] {
  const found = new Map<string, FoundPrinter & { rank: number }>();
  for (const announcement of announcements) {
    const printer = describe(announcement);
    if (!printer) continue;
    const { kind = 'raw', host, name } = printer;
    const key = JSON.stringify([kind, host, kind === 'ipp' ? name : printer.port]);
    const rank = SERVICES.indexOf(announcement.service);
    if (rank < (found.get(key)?.rank ?? Infinity)) found.set(key, { ...printer, rank });
  }
  const printers = [...found.values()].map(({ rank: _, ...printer }): FoundPrinter => printer);
  const withIpp = new Set(printers.filter(({ kind }) => kind === 'ipp').map(({ host }) => host));
  return printers
    .filter(({ kind, host }) => kind !== undefined || !withIpp.has(host))
    .sort((one, other) => compareTexts(one.name, other.name) || compareTexts(one.host, other.host))
    .slice(0, MAX_FOUND);
}

/** Undefined for an announcement that names no usable device. */
function describe({ service, port, addresses, sender, attributes, ...announced }: Announcement): FoundPrinter | undefined {
  const name = textOf(announced.name);
  const host = addressOf(addresses, sender);
  if (name === undefined || host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const [model, location] = [textOf(attributes['ty']), textOf(attributes['note'])];
  const about = { name, host, port, ...(model !== undefined && { model }), ...(location !== undefined && { location }) };
  if (service === 'pdl-datastream') return isZpl(attributes) ? { kind: 'zpl', ...about } : about;
  const authority = isIP(host) === 6 ? `[${host}]` : host;
  return { kind: 'ipp', ...about, url: `${service}://${authority}:${port}/${pathOf(attributes['rp'])}` };
}

/** The address of the sender if the device says that it has it; a device behind a repeater has another one. */
function addressOf(addresses: readonly string[], sender: string): string | undefined {
  const usable = addresses.filter(isDevice);
  if (usable.includes(sender)) return sender;
  return usable.find((address) => isIP(address) === 4) ?? usable[0] ?? (isDevice(sender) ? sender : undefined);
}

function isDevice(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !NO_DEVICE.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function isZpl(attributes: Announcement['attributes']): boolean {
  return ABOUT_LANGUAGE.some((name) => SPEAKS_ZPL.test(textOf(attributes[name]) ?? ''));
}

/** The path of the printer on its device, without a slash at the start. */
function pathOf(announced: unknown): string {
  const path = (textOf(announced) ?? '').replace(/^\/+/, '');
  return RESOURCE_PATH.test(path) ? path : DEFAULT_PATH;
}

/** A text for the page: of limited length, without characters that cannot be seen. */
function textOf(announced: unknown): string | undefined {
  if (typeof announced !== 'string') return undefined;
  const text = announced.slice(0, MAX_TEXT).replace(CONTROLS, ' ').trim();
  return text === '' ? undefined : text;
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
