import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { stationContract } from '#contract/station/index.ts';
import { ProblemError } from '#contract/problem.ts';
import type { SignInRequest } from '#contract/station/sign-in-request.ts';
import type { EventLogFilter } from '#contract/station/event-log.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { PageServer } from '#gateway/web/page-server.ts';
import { ControllerClient } from '#station/connections/controller-client.ts';
import { FakeController } from './fake-controller.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A page server with one controller at the connection `c`. The token `right` signs a browser in. */
export interface PageServerRig {
  controller: FakeController;
  client: ControllerClient;
  address: string;
  /** Folder of the page. */
  root: string;
  /** Headers of a signed-in browser. */
  cookie: string;
  /** A request of a signed-in browser. */
  send: (path: string, call?: Call) => Promise<Answer>;
  /** Sends a request without changes to its path or headers. */
  sendBare: (path: string, call?: Call) => Promise<Answer>;
  close: () => Promise<void>;
}

/** The headers that open a WebSocket. */
export const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

export const PAGE_ACCESS = {
  way: 'start-address' as const,
  cookieSeconds: 34_560_000,
  signIn: async (request: SignInRequest) => {
    const token = 'token' in request ? request.token : '';
    if (token !== 'right') throw new ProblemError(token === 'often' ? 'too-many-requests' : 'sign-in-required', {});
    return 'good';
  },
  find: (secrets: readonly string[]) => secrets.find((secret) => secret === 'good'),
  renew: (secret: string) => secret,
  onEnd: () => () => undefined,
  serveFor: <Result>(_secret: string, call: () => Result): Result => call(),
};

export async function openPageServer(): Promise<PageServerRig> {
  const controller = await new FakeController('one').start();
  const client = new ControllerClient(controller.url);
  const root = pageFolder();
  const report = (error: unknown): string => expect.fail(String(error));
  const handlers = new Proxy({}, { get: () => new Proxy({}, { get: () => () => Promise.resolve({}) }) });
  const station = {
    controllerOf: (connection: string) => {
      if (connection === 'c') return client;
      throw new ProblemError('not-found', { detail: `There is no connection "${connection}".` });
    },
    async *eventLogCsv(filter: EventLogFilter) {
      yield 'Time\r\n';
      yield JSON.stringify(filter);
    },
    permitUpload: () => Promise.resolve(),
    logUpload: () => undefined,
    storedFile: () => Promise.reject(new ProblemError('not-found')),
    storeFile: () => Promise.reject(new ProblemError('not-found')),
    auditLines: () => Promise.resolve((async function* () {})()),
    supportBytes: () => Promise.reject(new Error('no support file')),
    authorityCertificate: () => undefined,
    languageFile: async (tag: string) => (tag === 'it' ? Buffer.from('{"$name":"Italiano"}') : undefined),
  };
  const rpc = new RpcServer({ contract: stationContract, handlers, report });
  const server = new PageServer({ station, rpc, access: PAGE_ACCESS, root, port: 0, report });
  const address = await server.start();
  const cookie = `strobe-session-${new URL(address).port}=good`;
  return {
    ...{ controller, client, address, root, cookie },
    send: (path, { headers = {}, ...call } = {}) => sendTo(address, path, { ...call, headers: { cookie, ...headers } }),
    sendBare: (path, call = {}) => sendTo(address, path, call),
    close: async () => {
      await server.stop();
      client.stop();
      await controller.kill();
    },
  };
}

function pageFolder(): string {
  const root = join(temporaryFolder(), 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Strobe</title>');
  writeFileSync(join(root, 'assets/app-1.js'), 'export {};');
  writeFileSync(join(root, '..', 'secret.txt'), 'secret');
  return root;
}

function sendTo(address: string, path: string, { method = 'GET', headers = {}, body }: Call): Promise<Answer> {
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('latin1') }),
      );
      response.on('error', reject);
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
    });
    request.on('error', reject);
    request.end(body);
  });
}
