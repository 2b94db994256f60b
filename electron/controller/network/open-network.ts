import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { controllerNetworkSchema, type ControllerNetwork } from '#contract/api-v3/network.ts';
import { StrobeFile } from '#storage/files/strobe-file.ts';
import { Certificate, type CertificateFiles } from '#tls/certificate.ts';
import { ownNames } from '#tls/network-addresses.ts';
import { pemFilesIn } from '#tls/pem-files.ts';
import type { Controller } from '../controller.ts';
import type { NetworkToOpen } from '../http/http-server.ts';
import { AddressList } from '../platform/address-list.ts';
import { openTextServers, textWarnings, type TextAddresses } from '../text-protocol/open-text-servers.ts';
import type { TextAccess } from '../text-protocol/text-session.ts';
import { ControllerNetworkFollower, type OpenNetwork } from './controller-network-follower.ts';

/** The part of `strobe.json` with the settings. */
const PART = 'controller';
/** The folder of the station's certificates, next to the file. */
const CERTIFICATES = 'tls';

export interface NetworkDeps {
  controller: Controller;
  /** The HTTP server; called when the listeners are opened. */
  server: () => { openNetwork: (address: NetworkToOpen) => Promise<(patience: number) => Promise<void>> };
  access: TextAccess;
  log: Logger;
  /** Milliseconds in which requests in progress are answered when a listener is closed. */
  patience: number;
}

/** Follows the settings for other computers in `file`, `strobe.json` of a station; without a file, other computers do not reach the controller this way. */
export function followNetworkSettings(file: string | undefined, deps: NetworkDeps): ControllerNetworkFollower {
  const settings = file === undefined ? undefined : new StrobeFile(file);
  return new ControllerNetworkFollower({
    file,
    read: () => settings?.read(PART, controllerNetworkSchema),
    open: (network) => openNetwork(network, join(dirname(file ?? ''), CERTIFICATES), deps),
    log: deps.log,
  });
}

async function openNetwork(settings: ControllerNetwork, folder: string, deps: NetworkDeps): Promise<OpenNetwork> {
  const { log, patience, server } = deps;
  const { host, port } = settings;
  await using resources = new AsyncDisposableStack();
  const certificate = await Certificate.open(certificateFiles(settings, folder), { log, now: () => Date.now() });
  certificate.start();
  resources.defer(() => certificate.stop());
  const names = [...ownNames(hostname()), ...settings.names];
  const close = await server().openNetwork({ host, port, names, certificate });
  resources.defer(() => close(patience));
  const texts = textAddresses(settings);
  await openTextServers(texts, { ...deps, certificate, resources, listen: (text, address) => text.listen(address.port) });
  const open = resources.move();
  return { warnings: () => [...certificate.warnings(), ...textWarnings(texts)], close: () => open.disposeAsync() };
}

function certificateFiles({ certificate }: ControllerNetwork, folder: string): CertificateFiles {
  return certificate === 'own' ? pemFilesIn(folder, 'controller') : certificate;
}

function textAddresses({ host, textPort, textUnauthenticated }: ControllerNetwork): TextAddresses {
  return {
    text: textPort === null ? undefined : { host, port: textPort, isLoopback: false },
    textUnauthenticated: textUnauthenticated
      ? { host, port: textUnauthenticated.port, allowed: new AddressList(textUnauthenticated.allowed) }
      : undefined,
  };
}
