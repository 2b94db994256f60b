import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { stationContract, type StationClient } from '#contract/station/index.ts';
import { SESSION_PATH } from '#contract/station/sign-in.ts';
import type { SignInRequest } from '#contract/station/sign-in-request.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { NetworkPage } from '#gateway/web/network-page.ts';
import { DESKTOP, serveFor } from '#station/people/callers.ts';
import type { Clock } from '#station/platform/system-clock.ts';
import { Station } from '#station/station.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { freePort } from './free-port.ts';
import { rpcClient, webSocketPort } from './rpc-client.ts';
import { openStationSocket } from './sign-in.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A browser on another computer. */
export interface NetworkBrowser {
  /** The whole `Cookie` header; empty without a session. */
  cookie: string;
  /** Opens a session, and resolves with the status and the slug of the problem. The cookie is that of the answer, if it sets one. */
  signIn: (request: SignInRequest) => Promise<{ status: number; slug: string | undefined }>;
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Opens the WebSocket with the cookie of now. Rejects when it is refused. */
  connect: () => Promise<{ client: StationClient; closed: Promise<void> }>;
}

/** A station whose page other computers open over TLS, with a certificate by its own authority. */
export interface NetworkStation {
  station: Station;
  url: string;
  /** Runs a call of the window of the desktop app. */
  local: <Result>(call: (handlers: Station['handlers']) => Result) => Result;
  browser: () => NetworkBrowser;
  close: () => Promise<void>;
}

export async function openNetworkStation(clock: Clock): Promise<NetworkStation> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Strobe</title>');
  const db = openStationDatabase(':memory:');
  const faults: unknown[] = [];
  const report = (error: unknown): string => `fault ${faults.push(error)}`;
  const port = await freePort();
  const page = { host: '127.0.0.1', port, names: ['localhost'], certificate: 'own' as const };
  const station = new Station({
    ...{ db, clock, random: Math.random, newId: randomUUID, report, controllers: [] },
    ...{ version: '0.0.0', kind: 'headless', launcher: undefined, dataFolder: folder, network: page },
  });
  const rpc = new RpcServer({ contract: stationContract, handlers: station.handlers, report });
  const settings = station.network;
  const server = new NetworkPage({
    station,
    rpc,
    root: folder,
    report,
    warn: report,
    access: station.networkSignIn,
    settings,
    now: Date.now,
  });
  await station.start();
  await server.start();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, station.network.authority ?? '']);
  const url = `https://localhost:${port}`;
  return {
    ...{ station, url },
    local: (call) => serveFor(DESKTOP, () => call(station.handlers)),
    browser: () => openBrowser(url),
    close: async () => {
      await server.stop();
      await station.stop();
      await db.destroy();
      setDefaultCACertificates(trusted);
      if (faults.length > 0) throw new AggregateError(faults, 'the station reported faults');
    },
  };
}

function openBrowser(url: string): NetworkBrowser {
  const headers = (): Record<string, string> => ({ origin: url, ...(browser.cookie !== '' && { cookie: browser.cookie }) });
  const browser: NetworkBrowser = {
    cookie: '',
    signIn: async (request) => {
      const body = JSON.stringify(request);
      const answer = await browser.fetch(SESSION_PATH, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const set = answer.headers.get('set-cookie');
      if (set !== null) browser.cookie = set.split(';', 1)[0] ?? '';
      const problem = answer.ok ? undefined : ((await answer.json()) as { type: string });
      return { status: answer.status, slug: problem?.type.replace('urn:strobe:problem:', '') };
    },
    fetch: (path, init = {}) => fetch(url + path, { ...init, headers: { ...headers(), ...(init.headers as Record<string, string>) } }),
    connect: async () => {
      const socket = await openStationSocket(url, headers());
      const closed = new Promise<void>((resolve) => void socket.addEventListener('close', () => resolve(), { once: true }));
      return { client: rpcClient(webSocketPort(socket)), closed };
    },
  };
  return browser;
}
