import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TimeLimitError } from '../../platform/time-limit.ts';
import type { Timers } from '../../platform/timers.ts';
import { resetSocket } from '../connection/reset-socket.ts';
import type { FrameLog } from '../frame-log.ts';
import { IppRefusalError, isErrorStatus, NotConnectedError, statusText } from './ipp-errors.ts';
import { decodeIpp, encodeIpp, type IppAttribute, type IppGroup, type IppMessage } from './ipp-message.ts';
import { IppFormatError } from './ipp-reader.ts';
import { openSocket, type IppAddress } from './ipp-socket.ts';
import { IPP_TAGS } from './ipp-tags.ts';

export interface IppRequest {
  operation: number;
  /** Attributes of the operation; they follow the address of the printer. */
  attributes?: readonly IppAttribute[];
  /** Attributes of the new job. */
  job?: readonly IppAttribute[];
  document?: Uint8Array;
  /** The longest time for the whole exchange, in milliseconds. */
  limit: number;
}

export interface IppClientDeps {
  address: IppAddress;
  frames: FrameLog;
  timers: Timers;
}

const MAX_RESPONSE = 1_048_576;
const CONTENT_TYPE = 'application/ipp';
const OK = 200;
/** The printer asks for a user and a password. */
export const HTTP_UNAUTHORIZED = 401;
/** Statuses of HTTP from the first to the last one that certainly had no effect. */
const HTTP_REFUSALS = { first: 300, last: 499 };

const HTTP_TEXTS: Record<number, string> = {
  [HTTP_UNAUTHORIZED]: 'it asks for a user and a password: they are missing or wrong',
  403: 'the request is forbidden',
  404: 'there is no printer at this path',
  426: 'it takes encrypted connections only: use ipps://',
};

/** Asks a printer by IPP over HTTP. Every request has a connection of its own: whether a request could be received is then never in doubt. */
export class IppClient {
  readonly #deps: IppClientDeps;
  readonly #sockets = new Set<Socket>();
  #requests = 0;
  #isClosed = false;

  constructor(deps: IppClientDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a request and returns its response. Rejects with a `NotConnectedError` if the printer certainly received nothing, with an
   * `IppRefusalError` if it refused; any other error leaves open what it did.
   */
  async ask(request: IppRequest): Promise<IppMessage> {
    if (this.#isClosed) throw new NotConnectedError('the engine is stopped');
    const { address, timers, frames } = this.#deps;
    const requestId = (this.#requests += 1);
    const message = this.#encode(request, requestId);
    let isLate = false;
    let tcp: Socket | undefined;
    const timer = timers.setTimeout(() => {
      isLate = true;
      if (tcp) resetSocket(tcp);
    }, request.limit);
    try {
      const socket = await openSocket(address, (opened) => this.#keep((tcp = opened)));
      frames.add('sent', message);
      const body = await exchange(socket, address, message);
      frames.add('received', body);
      return checked(decodeIpp(body), requestId);
    } catch (error) {
      throw isLate && !(error instanceof NotConnectedError) ? new TimeLimitError(request.limit) : error;
    } finally {
      timers.clearTimeout(timer);
      tcp?.destroy();
    }
  }

  /** Ends all requests, and takes no more. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) resetSocket(socket);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #encode({ operation, attributes = [], job = [], document = new Uint8Array() }: IppRequest, requestId: number): Buffer {
    const groups: IppGroup[] = [{ tag: IPP_TAGS.operation, attributes: [...this.#common(), ...attributes] }];
    if (job.length > 0) groups.push({ tag: IPP_TAGS.job, attributes: [...job] });
    return encodeIpp({ code: operation, requestId, groups, data: document });
  }

  /** The printer expects these first, in this order. */
  #common(): IppAttribute[] {
    return [
      { name: 'attributes-charset', tag: IPP_TAGS.charset, values: ['utf-8'] },
      { name: 'attributes-natural-language', tag: IPP_TAGS.language, values: ['en'] },
      { name: 'printer-uri', tag: IPP_TAGS.uri, values: [this.#deps.address.url] },
    ];
  }
}

/** Posts a message and reads the body of the response. */
async function exchange(socket: Socket, { host, port, path, authorization }: IppAddress, message: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    ...{ 'content-type': CONTENT_TYPE, 'content-length': message.length, accept: CONTENT_TYPE, connection: 'close' },
    ...(authorization !== undefined && { authorization }),
  };
  const post = httpRequest({ createConnection: () => socket, host, port, path, method: 'POST', headers }, resolve);
  post.on('error', reject);
  post.end(message);
  const response = await promise;
  const { statusCode = 0 } = response;
  if (statusCode !== OK) throw httpError(statusCode);
  if (!(response.headers['content-type'] ?? '').startsWith(CONTENT_TYPE)) throw new IppFormatError('it is not a printer that speaks IPP');
  return readBody(response);
}

function httpError(status: number): Error {
  const message = HTTP_TEXTS[status] ?? `it answers with HTTP status ${status}`;
  const isRefusal = status >= HTTP_REFUSALS.first && status <= HTTP_REFUSALS.last;
  return isRefusal ? new IppRefusalError(status, message) : new Error(message);
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_RESPONSE) throw new IppFormatError('its answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function checked(message: IppMessage, requestId: number): IppMessage {
  if (message.requestId !== requestId) throw new IppFormatError('its answer belongs to another request');
  if (isErrorStatus(message.code)) throw new IppRefusalError(message.code, statusText(message.code));
  return message;
}
