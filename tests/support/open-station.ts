import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads';
import { stationContract, type StationClient } from '#contract/station/index.ts';
import { messagePortLink } from '#gateway/rpc/message-port-link.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { PageServer } from '#gateway/web/page-server.ts';
import { systemClock } from '#station/platform/system-clock.ts';
import { LanguageFiles } from '#station/languages/language-files.ts';
import { SessionStore } from '#station/sign-in/session-store.ts';
import { SignIn } from '#station/sign-in/sign-in.ts';
import { DESKTOP, serveFor } from '#station/people/callers.ts';
import type { StationOptions } from '#station/modules/station-modules.ts';
import { Station } from '#station/station.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { messagePortPort, rpcClient, webSocketPort, type AskSecondPerson } from './rpc-client.ts';
import { openStationSocket, signIn } from './sign-in.ts';

export interface OpenStation {
  /** Address of the page. */
  url: string;
  /** A client over its own link. */
  connect(link: LinkKind, askSecondPerson?: AskSecondPerson): Promise<StationClient>;
  /** A request of a signed-in browser. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface OpenStationOptions {
  controllers?: readonly string[];
  /** For settings and diagnostics; none when left out. */
  dataFolder?: string | undefined;
  /** Where updates are asked for; none when left out. */
  updates?: StationOptions['updates'];
}

export const LINKS = ['WebSocket', 'MessagePort'] as const;
export type LinkKind = (typeof LINKS)[number];

/** The file `it.json` in the station's folder of languages. */
export const ITALIAN = { $name: 'Italiano', $direction: 'ltr', tables: { title: 'Tabelle' } } as const;

/** A station with its servers and a database in memory, connected to these controllers. It polls ten times a second. */
export async function openStation({ controllers = [], dataFolder, updates }: OpenStationOptions = {}): Promise<OpenStation> {
  const db = openStationDatabase(':memory:');
  const page = mkdtempSync(join(tmpdir(), 'strobe-page-'));
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Strobe</title>');
  mkdirSync(join(page, 'languages'));
  writeFileSync(join(page, 'languages/it.json'), JSON.stringify(ITALIAN));
  const faults: unknown[] = [];
  const report = (error: unknown): string => `fault ${faults.push(error)}`;
  const station = new Station({
    ...{ db, clock: systemClock, random: Math.random, newId: randomUUID, report, controllers, dataFolder, updates },
    ...{ version: '0.0.0', kind: 'headless', launcher: undefined, pollInterval: 100 },
    languages: new LanguageFiles({ folder: join(page, 'languages'), warn: report }),
  });
  const rpc = new RpcServer({ contract: stationContract, handlers: station.handlers, report });
  const access = new SignIn({ store: new SessionStore(db), clock: systemClock, folder: page, report });
  const server = new PageServer({ station, rpc, access, root: page, port: 0, report });
  const url = await server.start();
  await station.start();
  const { headers } = await signIn(await access.invite(url));
  const closing: (() => void)[] = [];
  return {
    url,
    connect: async (kind, askSecondPerson) => {
      if (kind === 'MessagePort') {
        const { port1, port2 } = new MessageChannel();
        closing.push(() => port2.close());
        rpc.attach(messagePortLink(likeElectron(port1)), (call) => serveFor(DESKTOP, call));
        return rpcClient(messagePortPort(port2 as unknown as globalThis.MessagePort), askSecondPerson);
      }
      const socket = await openStationSocket(url, headers);
      closing.push(() => socket.close());
      return rpcClient(webSocketPort(socket), askSecondPerson);
    },
    fetch: (path, init = {}) => {
      const all = new Headers(init.headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      return fetch(url + path, { ...init, headers: all });
    },
    close: async () => {
      for (const close of closing) close();
      await server.stop();
      await station.stop();
      await access.stop();
      await db.destroy();
      rmSync(page, { recursive: true, force: true });
      if (faults.length > 0) throw new AggregateError(faults, 'the station reported faults');
    },
  };
}

/** Adapts Node's message port to Electron's MessagePortMain, whose listeners get an event. */
function likeElectron(port: NodePort) {
  return {
    postMessage: (message: string): void => port.postMessage(message),
    on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void): void => {
      if (event === 'message') port.on('message', (data: unknown) => listener({ data }));
      else port.on('close', () => listener({ data: undefined }));
    },
    start: (): void => port.start(),
    close: (): void => port.close(),
  };
}
