/** A request on its way to the controller. */
export interface ProxyRequest {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface ProxyResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The events of a stream, instead of a body. */
  frames?: AsyncIterable<string> | undefined;
}

type Forward = (request: ProxyRequest) => Promise<ProxyResponse>;

/** Handles a request; `forward` sends it to the controller. */
export type Fault = (request: ProxyRequest, forward: Forward) => Promise<ProxyResponse>;

/** The service with one fault. */
export interface Mutant {
  /** Description of the fault. */
  name: string;
  /** Prefix of the ids of the checks to try first. */
  about: string;
  /** Visible only on a target with a single printer. */
  isSingle?: boolean;
  /** Creates the fault with its own state. */
  fault: () => Fault;
}

/** Selects requests by method and path below `/api/v3`, without query. */
export type Which = readonly [method: string, path: RegExp];

export function isAbout([method, path]: Which, request: ProxyRequest): boolean {
  return request.method === method && path.test(pathOf(request));
}

/** The path below `/api/v3`, without query. */
export function pathOf({ url }: ProxyRequest): string {
  return (url.split('?', 1)[0] ?? '').replace(/^\/api\/v3/, '');
}

export function isGood({ status }: ProxyResponse): boolean {
  return status >= 200 && status < 300;
}

export function withJson(response: ProxyResponse, json: unknown): ProxyResponse {
  return { ...response, body: Buffer.from(JSON.stringify(json)) };
}

export function jsonIn({ body }: { body: Buffer }): unknown {
  return JSON.parse(body.toString('utf8')) as unknown;
}

export function withStatus(status: number, response?: ProxyResponse): ProxyResponse {
  return { status, headers: response?.headers ?? {}, body: response?.body ?? Buffer.alloc(0) };
}

/** Changes the successful responses to some requests. */
export function answers(which: Which, change: (response: ProxyResponse, request: ProxyRequest) => ProxyResponse): () => Fault {
  return () => async (request, forward) => {
    const response = await forward(request);
    return isAbout(which, request) && isGood(response) ? change(response, request) : response;
  };
}

/** Changes the JSON of the successful responses to some requests. The function may modify arrays and objects in place. */
export function json<Body>(which: Which, change: (body: Body, request: ProxyRequest) => unknown): () => Fault {
  return answers(which, (response, request) =>
    response.body.length === 0 ? response : withJson(response, change(jsonIn(response) as Body, request)),
  );
}

/** Changes some requests before the controller receives them. */
export function requests(which: Which, change: (request: ProxyRequest) => ProxyRequest): () => Fault {
  return () => (request, forward) => forward(isAbout(which, request) ? change(request) : request);
}

/** Changes the JSON body of some requests if they have one. */
export function bodies<Body>(which: Which, change: (body: Body) => unknown): () => Fault {
  return requests(which, (request) => {
    try {
      return { ...request, body: Buffer.from(JSON.stringify(change(jsonIn(request) as Body))) };
    } catch {
      // A body that is not JSON is passed on for the controller to refuse.
      return request;
    }
  });
}

/** Removes a header from some requests. */
export function ignores(which: Which, header: string): () => Fault {
  return requests(which, (request) => {
    const { [header]: _ignored, ...headers } = request.headers;
    return { ...request, headers };
  });
}

/** Answers some requests with success although the controller refuses them. */
export function accepts(which: Which, status: number, wrong: (request: ProxyRequest) => boolean = () => true): () => Fault {
  return () => async (request, forward) => {
    const response = await forward(request);
    const isRefused = response.status >= 400 && response.status < 500;
    return isRefused && isAbout(which, request) && wrong(request) ? withStatus(status) : response;
  };
}

/** Answers some requests with success and does nothing. */
export function pretends(which: Which, status: number, does: (request: ProxyRequest) => boolean = () => true): () => Fault {
  return () => (request, forward) => (isAbout(which, request) && does(request) ? Promise.resolve(withStatus(status)) : forward(request));
}

/** An object without some of its keys. */
export const lacking =
  (...keys: string[]) =>
  (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** An additional request of the mutant, without a body. */
export function extraRequest(method: string, path: string): ProxyRequest {
  return { method, url: `/api/v3${path}`, headers: {}, body: Buffer.alloc(0) };
}

/** Redirects requests for any printer to the first one. */
export function onFirst(which: Which): () => Fault {
  return requests(which, (request) => ({ ...request, url: request.url.replace(/\/printers\/[^/]+/, '/printers/Line%201') }));
}
