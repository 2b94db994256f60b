/** A request on its way to the controller, or the answer on its way back. */
export interface Asked {
  method: string;
  /** Path and query as they were sent. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The events of a stream, in place of a body. */
  frames?: AsyncIterable<string> | undefined;
}

type Forward = (asked: Asked) => Promise<Answered>;

/** Answers one request in its own way; `forward` asks the controller. */
export type Fault = (asked: Asked, forward: Forward) => Promise<Answered>;

/** The service with one fault. */
export interface Mutant {
  /** What is wrong with it. */
  name: string;
  /** The checks that are tried first: those whose id begins so. */
  about: string;
  /** It shows only where there is a single printer. */
  isSingle?: boolean;
  /** A fault with a memory of its own. */
  fault: () => Fault;
}

/** Which requests: a method and the path below `/api/v3`, without its query. */
export type Which = readonly [method: string, path: RegExp];

export function isAbout([method, path]: Which, asked: Asked): boolean {
  return asked.method === method && path.test(pathOf(asked));
}

/** The path below `/api/v3`, without its query. */
export function pathOf({ url }: Asked): string {
  return (url.split('?', 1)[0] ?? '').replace(/^\/api\/v3/, '');
}

export function isGood({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

export function withJson(answered: Answered, json: unknown): Answered {
  return { ...answered, body: Buffer.from(JSON.stringify(json)) };
}

export function jsonIn({ body }: { body: Buffer }): unknown {
  return JSON.parse(body.toString('utf8')) as unknown;
}

export function withStatus(status: number, answered?: Answered): Answered {
  return { status, headers: answered?.headers ?? {}, body: answered?.body ?? Buffer.alloc(0) };
}

/** Changes the good answers to some requests. */
export function answers(which: Which, change: (answered: Answered, asked: Asked) => Answered): () => Fault {
  return () => async (asked, forward) => {
    const answered = await forward(asked);
    return isAbout(which, asked) && isGood(answered) ? change(answered, asked) : answered;
  };
}

/** Changes the JSON of the good answers to some requests. Arrays and objects are the mutant's to change in place. */
export function json<Body>(which: Which, change: (body: Body, asked: Asked) => unknown): () => Fault {
  return answers(which, (answered, asked) =>
    answered.body.length === 0 ? answered : withJson(answered, change(jsonIn(answered) as Body, asked)),
  );
}

/** Changes some requests before the controller sees them. */
export function requests(which: Which, change: (asked: Asked) => Asked): () => Fault {
  return () => (asked, forward) => forward(isAbout(which, asked) ? change(asked) : asked);
}

/** Changes the JSON body of some requests, where they have one. */
export function bodies<Body>(which: Which, change: (body: Body) => unknown): () => Fault {
  return requests(which, (asked) => {
    try {
      return { ...asked, body: Buffer.from(JSON.stringify(change(jsonIn(asked) as Body))) };
    } catch {
      // What is no JSON is refused as it was.
      return asked;
    }
  });
}

/** Takes a header away from some requests. */
export function ignores(which: Which, header: string): () => Fault {
  return requests(which, (asked) => {
    const { [header]: _ignored, ...headers } = asked.headers;
    return { ...asked, headers };
  });
}

/** Says yes to some requests that the controller refuses. */
export function accepts(which: Which, status: number, wrong: (asked: Asked) => boolean = () => true): () => Fault {
  return () => async (asked, forward) => {
    const answered = await forward(asked);
    const isRefused = answered.status >= 400 && answered.status < 500;
    return isRefused && isAbout(which, asked) && wrong(asked) ? withStatus(status) : answered;
  };
}

/** Says yes to some requests and does nothing. */
export function pretends(which: Which, status: number, does: (asked: Asked) => boolean = () => true): () => Fault {
  return () => (asked, forward) => (isAbout(which, asked) && does(asked) ? Promise.resolve(withStatus(status)) : forward(asked));
}

/** An object without some of its keys. */
export const lacking =
  (...keys: string[]) =>
  (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** A request of the mutant's own, without a body. */
export function beside(method: string, path: string): Asked {
  return { method, url: `/api/v3${path}`, headers: {}, body: Buffer.alloc(0) };
}

/** Sends what is for any printer to the first. */
export function onFirst(which: Which): () => Fault {
  return requests(which, (asked) => ({ ...asked, url: asked.url.replace(/\/printers\/[^/]+/, '/printers/Line%201') }));
}
