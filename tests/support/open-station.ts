import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads';
import { stationContract, type StationClient } from '#contract/station/index.ts';
import { messagePortLink } from '#gateway/rpc/message-port-link.ts';
import { RpcDoor } from '#gateway/rpc/rpc-door.ts';
import { WebDoor } from '#gateway/web/web-door.ts';
import { systemClock } from '#station/clock.ts';
import { SessionStore } from '#station/sign-in/session-store.ts';
import { SignIn } from '#station/sign-in/sign-in.ts';
import { Station } from '#station/station.ts';
import { openStationDatabase } from '#storage/station-database.ts';
import { messagePortPort, rpcClient, webSocketPort } from './rpc-client.ts';
import { openStationSocket, signIn } from './sign-in.ts';

export interface OpenStation {
  /** Address of the page. */
  url: string;
  /** A client over a link of its own. */
  connect(link: LinkKind): Promise<StationClient>;
  /** A request of a browser that is signed in. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export const LINKS = ['WebSocket', 'MessagePort'] as const;
export type LinkKind = (typeof LINKS)[number];

/** A whole station with its doors, its database in memory, connected to these controllers. It polls ten times a second. */
export async function openStation({ controllers = [] as string[] } = {}): Promise<OpenStation> {
  const db = openStationDatabase(':memory:');
  const page = mkdtempSync(join(tmpdir(), 'strobe-page-'));
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Strobe</title>');
  const faults: unknown[] = [];
  const report = (error: unknown): string => `fault ${faults.push(error)}`;
  const station = new Station({
    ...{ db, clock: systemClock, random: Math.random, newId: randomUUID, report, controllers },
    ...{ version: '0.0.0', kind: 'headless', launcher: undefined, pollInterval: 100 },
  });
  const rpc = new RpcDoor({ contract: stationContract, handlers: station.handlers, report });
  const access = new SignIn({ store: new SessionStore(db), clock: systemClock, folder: page, report });
  const door = new WebDoor({ station, rpc, access, root: page, port: 0, report });
  const url = await door.start();
  await station.start();
  const { headers } = await signIn(await access.invite(url));
  const closing: (() => void)[] = [];
  return {
    url,
    connect: async (kind) => {
      if (kind === 'MessagePort') {
        const { port1, port2 } = new MessageChannel();
        closing.push(() => port2.close());
        rpc.attach(messagePortLink(likeElectron(port1)));
        return rpcClient(messagePortPort(port2 as unknown as globalThis.MessagePort));
      }
      const socket = await openStationSocket(url, headers);
      closing.push(() => socket.close());
      return rpcClient(webSocketPort(socket));
    },
    fetch: (path, init = {}) => {
      const all = new Headers(init.headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      return fetch(url + path, { ...init, headers: all });
    },
    close: async () => {
      for (const close of closing) close();
      await door.stop();
      await station.stop();
      await access.stop();
      await db.destroy();
      rmSync(page, { recursive: true, force: true });
      if (faults.length > 0) throw new AggregateError(faults, 'the station reported faults');
    },
  };
}

/** Node's port in the shape of Electron's MessagePortMain, which gives its listeners an event. */
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
